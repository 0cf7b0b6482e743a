import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/base/errors";
import type { Database } from "#platform/db/database";
import { refusalsByConstraint } from "#platform/http/constraints";
import type { PlatformEnv } from "#platform/http/context";
import { problemOf } from "#platform/http/problems";
import { anyEngine, openTestDatabase } from "../support/database.ts";

/**
 * Constraints that no call can violate, with why: where one is violated all the same the mistake is
 * ours, and stays a 500 with its log.
 */
const unbreakable: Record<string, string> = {
  "a form's schema, or the service that reads it, holds the same limit": `footfall_limits chart_song_weight song_bpm song_cues song_duration song_energy song_licence_dates
    spot_cues spot_duration spot_valid company_billing_period company_optimum_volume company_publish_minute company_threshold_volume login_lower_case
    store_licence_dates store_volume store_hours_range store_hours_exception_range master_rule_search_depth master_rule_separation master_rule_arc_point_range
    master_rule_longest_pause master_rule_top_wait
    master_rule_mix_percent master_rule_mix_chart time_slot_range time_slot_season company_licence_dates company_licence_stores event_playlist_days event_playlist_hours
    event_playlist_priority campaign_days campaign_goal campaign_hours campaign_preemption campaign_play_takes campaign_spot_weight campaign_time_minute ad_setting_limits
    ad_setting_of_company ad_setting_prime_hours alert_setting_limits alert_setting_quiet report_schedule_day player_command_volume
    e_invoice_irn_form e_invoice_cancelled dunning_setting_days
    company_rate_month receipt_amounts receipt_allocation_some opening_balance_owed bank_line_credit credit_note_line_amount
    play_log_seconds`,
  "one statement of ours writes all of its columns together": `store_path_whole user_unit_one master_rule_fallback master_rule_one_unit master_rule_arc_point_mood_whole
    master_rule_mix_chart_key store_log_run_or_own public_request_made catalogue_item_tempo catalogue_item_play_window event_playlist_unit_one campaign_unit_one campaign_approval campaign_hold
    ad_ledger_hours ad_setting_one_unit alert_setting_one_unit campaign_make_good_later campaign_preempted_plays alert_ending alert_order alert_closed alert_help song_report_settled player_command_text report_run_ended report_schedule_next report_recipient_one
    player_command_order inactive_span_owner webhook_delivery_ended email_ended play_log_item`,
  "billing computes and issues it whole, and never changes or deletes it": `credit_note_sum invoice_period invoice_sum invoice_line_ads
    invoice_line_amount invoice_plays_some invoice_lines_add_up credit_note_lines_add_up issued_is_final billing_period_invoice
    dunning_stop_invoice dunning_reminder_invoice e_invoice_is_final e_invoice_invoice e_invoice_credit_note
    credit_note_invoice_fk invoice_line_invoice invoice_plays_invoice_fk invoice_store_invoice_fk receipt_reverses receipt_allocation_of
    receipt_allocation_invoice_fk receipt_allocation_opening_fk receipt_allocations_add_up
    credit_note_file invoice_file credit_note_line_line credit_note_line_note invoice_plays_campaign credit_note_line_company_id_credit_note_id_line_pk
    invoice_line_company_id_invoice_id_line_pk invoice_plays_pk invoice_store_company_id_month_store_id_pk`,
  "the company's row or the series of numbers is locked by all who write it": `billing_period_company_id_period_from_pk billing_period_end invoice_once
    invoice_number invoice_serial credit_note_number credit_note_serial`,
  "nothing changes or deletes entries of the audit log": "audit_is_final",
  "it is inserted with ON CONFLICT": `play_log_company_id_store_id_event_id_started_at_pk store_state_company_id_store_id_pk rate_limit_pkey
    idempotency_key_company_id_user_id_key_pk library_revision_pkey scheduled_song_pkey ad_ledger_company_id_kind_store_id_day_pk
    campaign_line_company_id_campaign_id_store_id_day_pk campaign_spot_company_id_campaign_id_spot_id_pk
    campaign_store_company_id_campaign_id_store_id_pk campaign_time_company_id_store_id_day_minute_pk
    campaign_plays_company_id_campaign_id_day_store_id_spot_id_pk campaign_make_good_pk store_day_company_id_day_store_id_pk
    store_hour_company_id_store_id_hour_at_pk store_hours_added_pkey campaign_refusal_pk campaign_delivery_company_id_campaign_id_store_id_pk
    e_invoice_once e_invoice_irn dunning_reminder_once dunning_setting_pkey dunning_stop_once
    billing_setting_pkey company_rate_company_id_from_month_pk number_series_company_id_kind_financial_year_pk public_site_pkey
    second_factor_company_id_user_id_pk sign_in_service_company_id_pk bank_line_once songs_counted_company_id_day_block_pk
    song_day_company_id_day_block_song_id_pk audit_seal_company_id_place_pk
    erased_item_company_id_item_kind_item_id_pk store_songs_company_id_day_store_id_pk store_day_plays_company_id_day_store_id_pk
    player_device_of_store report_run_once report_unsubscription_company_id_schedule_id_user_id_pk alert_open song_report_open company_one_provider
    brand_account_company_id_brand_id_pk footfall_company_id_store_id_day_hour_pk`,
  "its parent is locked, or new in the same transaction, and each comes once": `chart_song_company_id_chart_id_song_id_pk
    store_hours_company_id_store_id_weekday_pk store_hours_exception_company_id_store_id_day_pk master_rule_mix_company_id_rule_id_position_pk
    master_rule_mix_item_company_id_rule_id_position_item_id_pk master_rule_arc_point_company_id_rule_id_hour_pk song_tag_company_id_song_id_kind_item_id_pk
    event_playlist_song_company_id_event_id_song_id_pk demo_playlist_song_company_id_demo_playlist_id_song_id_pk
    import_row_company_id_import_id_line_pk ad_shortfall_company_id_kind_store_id_day_pk playing_turn_company_id_store_id_since_pk
    recovery_code_company_id_user_id_code_hash_pk passkey_company_id_user_id_id_pk campaign_preempted_pk login_of_user login_user proof_link_of_campaign
    report_recipient_once`,
  "its key holds one that was drawn for it": `song_id_unique catalogue_item_id_unique store_group_path zone_path
    form_draft_company_id_user_id_form_about_company_id_pk`,
};

describe("constraints of the schema", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(anyEngine);
  });
  afterAll(() => database?.close());

  const findNames = async (query: ReturnType<typeof sql>) =>
    (await database.db.execute<{ name: string }>(query)).rows.map(({ name }) => name);

  it("each means a refusal that is written down, or has a reason why no call violates it [API-1]", async () => {
    const all =
      await findNames(sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
        and contype <> 'n' -- PostgreSQL 18 names NOT NULL too
      union select relname from pg_index join pg_class on pg_class.oid = indexrelid where indisunique and relnamespace = 'public'::regnamespace
        and not relispartition and not exists (select from pg_constraint where conindid = indexrelid)
      union select (regexp_matches(prosrc, 'CONSTRAINT = ''([a-z_]+)''', 'g'))[1] from pg_proc where pronamespace = 'public'::regnamespace`);
    // companies and stores are never deleted, and keys are drawn by the database
    const byKind =
      await findNames(sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
      and (contype = 'f' and confrelid in ('company'::regclass, 'store'::regclass)
        or contype = 'p' and pg_get_constraintdef(oid) in ('PRIMARY KEY (id)', 'PRIMARY KEY (company_id, id)'))`);
    const listed = [
      ...Object.keys(refusalsByConstraint),
      ...byKind,
      ...Object.values(unbreakable).flatMap((names) => names.split(/\s+/)),
    ];
    expect(all.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !all.includes(name))).toEqual([]);
    expect(listed.filter((name, place) => listed.indexOf(name) !== place)).toEqual([]);
  });

  it("a value that no column takes is a 422 on its field, or of the whole form [API-1]", async () => {
    const app = new Hono<PlatformEnv>();
    const logged: unknown[] = [];
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
    app.post("/", async (c) => {
      await database.db.execute(sql.raw(await c.req.text()));
      return c.text("done");
    });
    app.onError((error, c) => problemOf(error, c, logger));
    const answerTo = async (body: string) => {
      const answer = await app.request("/", { method: "POST", body });
      const { errors, message } = (await answer.json()) as Problem;
      return [answer.status, errors ?? message];
    };
    const nameless = "insert into company (kind, code, name) values ('provider', 'X', null)";
    const errors = [{ field: "name", message: "Enter a value." }];
    expect(await answerTo(nameless)).toEqual([422, errors]);
    const unfit =
      "A value is too long or too large, or has characters that we cannot store. Check your entries, then try again.";
    const values = [
      "70000::smallint",
      "'2026-02-30'::date",
      "convert_from('\\x00', 'UTF8')",
      "'{\"a\": \"\\u0000\"}'::jsonb ->> 'a'",
    ];
    for (const value of values)
      expect(await answerTo(`select ${value}`), value).toEqual([422, unfit]);
    expect((await answerTo("select 'x'::int"))[0]).toBe(500);
    // each is a gap in a schema, or a mistake of ours
    expect(logged).toHaveLength(6);
  });
});
