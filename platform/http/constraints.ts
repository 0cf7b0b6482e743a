import { memberNames, recordOf } from "#contract/base/records";
import { invalid, notFound, Refusal } from "../base/refusal.ts";
import { constraintOf } from "../db/constraint-error.ts";

/** A form's fields, each with its message. */
type Words = Readonly<Record<string, string>>;
/**
 * Messages for a foreign key: the chosen item was deleted at the same moment (`missing`), or the
 * item to be deleted was used for the first time (`used`).
 */
type Reference = Readonly<{ missing: Words | "not found" | "signed out"; used: Words }>;

const gone = (what: string) => `This ${what} was deleted in the meantime. Choose another.`;
/** Foreign keys to one kind of thing, by name, each with the field in which it was chosen. */
function references<Name extends string>(
  what: string,
  fields: Readonly<Record<Name, string>>,
  {
    used = `Someone else has just used this ${what}. Check it, then try again.`,
    missing = gone(what),
  } = {},
) {
  return recordOf(
    memberNames(fields),
    (name): Reference => ({ missing: { [fields[name]]: missing }, used: { id: used } }),
  );
}
/**
 * Foreign keys of rows that are written for the subject of the call, or for its caller.
 */
function ownRows(missing: "not found" | "signed out", names: readonly string[]) {
  const used = { id: "Someone else has just added to this. Check it, then try again." };
  return Object.fromEntries(names.map((name): [string, Reference] => [name, { missing, used }]));
}

const changed = (what: string) => `Someone else has changed ${what}. Check it, then try again.`;
const daysChanged = { day: changed("this day") };
const settingsChanged = {
  version: "Someone else has changed these settings. Check them, then make your change again.",
};

/**
 * Maps each database constraint to the refusal that a caller gets. Written only here
 * (docs/decisions/input.md); tests/api/constraints.test.ts compares it with the
 * schema.
 */
export const refusalsByConstraint = {
  company_code_unique: { companyId: "This company code is taken." },
  company_email_unique: { email: "Another company has this email." },
  login_pkey: { username: "This username is taken." },
  store_code_unique: { storeCode: "This store code is taken." },
  region_name_unique: { regionName: "There is already a region with this name." },
  zone_name_unique: { zoneName: "The region already has a zone with this name." },
  store_group_name_unique: { groupName: "The zone already has a group with this name." },
  chart_name_unique: { chartName: "There is already a chart with this name." },
  song_isrc_unique: { isrc: "Another song has this ISRC." },
  catalogue_item_name_unique: { name: "There is already an item with this name." },
  catalogue_item_name: { name: "Enter a name." },
  spot_name_unique: {
    name: "There is already an active spot with this name. Choose another name.",
  },
  time_slot_name_unique: {
    slots: "There is already a time slot with this name. Choose another name.",
  },
  saved_filter_name: { name: "You already have a saved filter with this name." },
  receipt_reversed_once: { id: "This payment is reversed already." },
  opening_balance_number: {
    number: "The company has an opening balance with this number already.",
  },
  master_rule_once: {
    version: "This location already has its own rule for this slot. Check it, then change it.",
  },
  ad_setting_once: settingsChanged,
  alert_setting_once: settingsChanged,
  user_unit_once: { version: changed("this person") },
  event_playlist_unit_once: { version: changed("this event") },
  campaign_unit_once: { version: changed("this campaign") },
  campaign_state_moves: { version: changed("this campaign") },
  ad_ledger_never_oversold: { version: "Someone else has just booked the same hours. Try again." },
  group_playlist_one_draft: daysChanged,
  group_playlist_one_published: daysChanged,
  group_playlist_version: daysChanged,
  store_log_current: daysChanged,
  webhook_delivery_once: { id: "This event is being sent again already." },
  ...references(
    "song",
    {
      chart_song_song_id_song_id_fk: "songIds",
      song_report_song_id_song_id_fk: "mediaId",
      demo_playlist_song_song_id_song_id_fk: "songIds",
      event_playlist_song_song_id_song_id_fk: "songIds",
      scheduled_song_song_id_song_id_fk: "day",
    },
    {
      used: "It is in use. Deactivate it instead.",
      missing: "A song was deleted in the meantime. Try again.",
    },
  ),
  ...references(
    "item",
    {
      song_era: "eraId",
      song_genre: "genreId",
      song_language: "languageId",
      song_licence: "licenceId",
      song_mood: "moodId",
      song_rating_chart: "ratingChartId",
      song_tempo_of: "tempoId",
      song_vocal: "vocalId",
      song_play_window: "playWindowId",
      song_tag_of_item: "seasonIds",
      spot_of_brand: "brandId",
      campaign_of_brand: "brandId",
      demo_playlist_language: "languageId",
      brand_account_of_brand: "id",
      demo_playlist_song_type: "songTypeId",
      master_rule_mix_item_item_fk: "mix",
      master_rule_arc_point_mood: "arc",
    },
    { used: "It is in use. Merge it into another one, or deactivate it." },
  ),
  ...references(
    "spot",
    { campaign_spot_spot: "spots" },
    { used: "This spot is booked, or was played. Withdraw it instead." },
  ),
  ...references("time slot", { master_rule_time_slot: "timeSlotId" }),
  ...references("region", {
    zone_region: "regionId",
    master_rule_region: "regionId",
    ad_setting_region: "regionId",
    alert_setting_region: "regionId",
    user_unit_region: "regionIds",
    event_playlist_unit_region: "regionIds",
    campaign_unit_region: "regionIds",
  }),
  ...references("zone", {
    store_group_zone: "zoneId",
    master_rule_zone: "zoneId",
    ad_setting_zone: "zoneId",
    alert_setting_zone: "zoneId",
    user_unit_zone: "zoneIds",
    event_playlist_unit_zone: "zoneIds",
    campaign_unit_zone: "zoneIds",
  }),
  ...references("group", {
    store_group_of_store: "groupId",
    master_rule_group: "groupId",
    ad_setting_group: "groupId",
    alert_setting_group: "groupId",
    user_unit_group: "groupIds",
    event_playlist_unit_group: "groupIds",
    campaign_unit_group: "groupIds",
    group_playlist_group: "groupId",
  }),
  // for up to two seconds, this process still knows a user whom another process has deleted
  ...ownRows("signed out", [
    "idempotency_key_of_user",
    "form_draft_of_user",
    "saved_filter_of_user",
    "report_schedule_owner",
    "api_token_user",
    "auth_session_of_user",
    "second_factor_of_user",
    "recovery_code_of_user",
    "passkey_of_user",
    "player_device_user",
  ]),
  ...ownRows("not found", [
    "account_token_of_user",
    "user_unit_user",
    "inactive_span_user",
    "notification_of_user_fk",
    "chart_song_chart",
    "song_tag_song",
    "demo_playlist_song_playlist",
    "master_rule_mix_rule",
    "master_rule_mix_item_line",
    "master_rule_arc_point_rule",
    "event_playlist_song_event",
    "event_playlist_unit_event",
    "store_log_playlist_fk",
    "import_row_of_run",
    "campaign_line_campaign",
    "campaign_store_campaign",
    "campaign_time_campaign_fk",
    "campaign_spot_campaign",
    "campaign_unit_campaign",
    "campaign_refusal_of",
    "campaign_delivery_store",
    "campaign_make_good_line",
    "campaign_preempted_store",
    "campaign_preempted_taken_by",
    "ad_shortfall_ledger",
    "webhook_delivery_of_event",
    "webhook_delivery_of_webhook",
    "report_run_of_schedule",
    "report_run_of_user",
    "report_recipient_of_schedule",
    "report_recipient_of_user",
    "report_unsubscription_of_schedule",
    "report_unsubscription_of_user",
  ]),
} as const satisfies Record<string, Words | Reference>;

/**
 * The refusal that a violated constraint means to a caller; undefined for an error of another kind,
 * or a violation that no caller can bring about. A column that must have a value stands for the
 * field of its name.
 */
export function refusalOfConstraint(error: unknown): Refusal | undefined {
  const violation = constraintOf(error);
  if (violation?.code === "23502")
    return invalid({ [fieldOf(violation.column)]: "Enter a value." });
  const meaning =
    violation &&
    (refusalsByConstraint as Readonly<Record<string, Words | Reference>>)[violation.constraint];
  if (!meaning) return undefined;
  if (!isReference(meaning)) return invalid(meaning);
  if (violation.isStillUsed) return invalid(meaning.used);
  if (meaning.missing === "signed out") return new Refusal(401, "This session has ended.");
  return meaning.missing === "not found" ? notFound() : invalid(meaning.missing);
}
const fieldOf = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isReference = (meaning: Words | Reference): meaning is Reference =>
  typeof meaning.used === "object";

/**
 * Runs work of a form for which a constraint belongs to another field than usual, or needs a
 * message with the entered value. Throws that as a 422.
 */
export async function withWords<T>(
  words: Readonly<Record<string, Words>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const own = words[constraintOf(error)?.constraint ?? ""];
    throw own ? invalid(own) : error;
  }
}
