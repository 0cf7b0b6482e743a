import { mkdir, writeFile } from "node:fs/promises";
import type { SubRole } from "#contract/base/roles";
import { isProvider, mayOpen, subRoles } from "#contract/base/roles";
import { addCreditNote } from "#contract/billing/entries";
import { addContracts } from "#contract/companies/files";
import { yesterday } from "#contract/examples/example-values";
import {
  checkFootfallCsv,
  checkSongCsv,
  checkStoreCsv,
  checkUserCsv,
} from "#contract/imports/endpoints";
import { catalogueLists, kindOfFacet, singleItems } from "#contract/library/words";
import { saveFilter } from "#contract/saved-filters/endpoints";
import { copyMasterRule } from "#contract/schedule/rule-copy";
import { companies } from "#demo/companies";
import { demoContractId } from "#demo/company-files";
import { seedDemo } from "#demo/seed";
import { hashSecret } from "#platform/access/secret";
import { openBuiltPlatform } from "../support/built-platform.ts";
import { makeUser } from "../support/companies.ts";
import type { Engine } from "../support/database.ts";
import { withRecordings } from "../support/demo-recordings.ts";
import { fileOf } from "../support/uploads.ts";
import type { Ids } from "./sample-input.ts";

export const ours = companies.northwind.id;
export const theirs = companies.brightmart.id;

const silent = { info() {}, warn() {}, error() {} };

/**
 * The demo with every name of another company beginning with Foreign, and those of Northwind's
 * other regions with Elsewhere. The users are Northwind's (regional, zonal and group ones, and the
 * manager, of one region) and one of the provider's of each sub-role. A file named by `statements`
 * gets the statements that the platform sends (record-statements.mjs; PostgreSQL only).
 */
export async function openDemoWorld(engine: Engine, { statements }: { statements?: string } = {}) {
  const at = await openBuiltPlatform(engine, { statements });
  const { filesDir } = at;
  const { pool } = at.database;
  await withRecordings(filesDir, () =>
    seedDemo({
      database: at.database,
      filesDir,
      now: new Date(),
      stores: 30,
      historyDays: 1,
      logger: silent,
    }),
  );
  const one = async (query: string, ...values: unknown[]): Promise<number> =>
    ((await pool.query(query, values)).rows[0] as { id: number } | undefined)?.id ?? 0;

  const unitsOf = async (companyId: number, where = "true") => {
    const store = `from store where company_id = $1 and group_id is not null and ${where} order by store.id limit 1`;
    const groupId = await one(`select group_id as id ${store}`, companyId);
    return {
      companyId,
      regionId: await one(`select region_id as id ${store}`, companyId),
      zoneId: await one(`select zone_id as id ${store}`, companyId),
      groupId,
      storeId: await one(`select id ${store}`, companyId),
    };
  };
  const west = await unitsOf(ours);
  const east = await unitsOf(ours, `region_id <> ${west.regionId}`);
  const units = { ours: west, elsewhere: east, theirs: await unitsOf(theirs) };

  const names = [
    "company",
    "company_licence",
    "region",
    "zone",
    "store_group",
    "store",
    "chart",
    "spot",
    "time_slot",
  ];
  for (const table of names) {
    const key = table === "company" ? "id" : "company_id";
    await pool.query(
      `update ${table} set name = left('Foreign ' || name, 60) where ${key} in (${theirs}, ${companies.corner.id})`,
    );
  }
  const outside = `company_id = ${ours} and region_id <> ${west.regionId}`;
  for (const table of ["zone", "store_group", "store"])
    await pool.query(`update ${table} set name = left('Elsewhere ' || name, 60) where ${outside}`);
  await pool.query(
    `update region set name = 'Elsewhere ' || name where company_id = ${ours} and id <> ${west.regionId}`,
  );

  const client = async (
    person: Omit<Parameters<typeof makeUser>[2], "role">,
    role: Parameters<typeof makeUser>[2]["role"] = "ROLE_Client_Admin",
  ) => (await makeUser(at.database, ours, { role, ...person })).username;
  // far from the identifiers of other kinds, which staff send to the calls that remove a person
  await pool.query("select setval(pg_get_serial_sequence('app_user', 'id'), 900000000)");
  const people: Record<
    string,
    { username: string; role: Parameters<typeof makeUser>[2]["role"]; subRole: SubRole | null }
  > = {};
  const add = (
    name: string,
    username: string,
    role: Parameters<typeof makeUser>[2]["role"],
    subRole: SubRole | null = null,
  ) => {
    people[name] = { username, role, subRole };
  };
  add("national", await client({ level: "national" }), "ROLE_Client_Admin");
  add(
    "regional",
    await client({ level: "regional", units: [{ regionId: west.regionId }] }),
    "ROLE_Client_Admin",
  );
  add(
    "zonal",
    await client({ level: "zonal", units: [{ zoneId: west.zoneId }] }),
    "ROLE_Client_Admin",
  );
  add(
    "group",
    await client({ level: "group", units: [{ groupId: west.groupId }] }),
    "ROLE_Client_Admin",
  );
  add(
    "limited",
    await client({ level: "national" }, "ROLE_Client_Admin_Limited"),
    "ROLE_Client_Admin_Limited",
  );
  add(
    "manager",
    await client(
      { level: "store", units: [{ storeId: west.storeId }] },
      "ROLE_Store_Music_Manager",
    ),
    "ROLE_Store_Music_Manager",
  );
  for (const [subRole, role] of Object.entries(subRoles) as [SubRole, (typeof subRoles)[SubRole]][])
    add(
      subRole,
      (await makeUser(at.database, companies.provider.id, { role, subRole })).username,
      role,
      subRole,
    );
  const { username: brightmart } = await makeUser(at.database, theirs, {
    role: "ROLE_Client_Admin",
    level: "national",
  });

  /** One of each side who may be changed, and whose sessions nobody needs. */
  const spare = async (side: keyof typeof units, status: "active" | "invited" = "active") => {
    const { companyId, storeId } = units[side];
    return (
      await makeUser(at.database, companyId, {
        role: "ROLE_Store_Music_Manager",
        level: "store",
        units: [{ storeId }],
        status,
      })
    ).id;
  };
  const spares = {
    ours: await spare("ours"),
    elsewhere: await spare("elsewhere"),
    theirs: await spare("theirs"),
  };

  for (const side of ["ours", "elsewhere", "theirs"] as const)
    await pool.query(
      `insert into player_device (company_id, store_id, device_id, user_id, secret_hash, signed_in_at, last_seen_at)
       values ($1, $2, 'spare', $3, 'none', now(), now())`,
      [units[side].companyId, units[side].storeId, spares[side]],
    );

  const invited = {
    ours: await spare("ours", "invited"),
    elsewhere: await spare("elsewhere", "invited"),
    theirs: await spare("theirs", "invited"),
  };

  // far from all other ids, here and below, so that no sweep decides or deletes what a client's
  // number happens to name
  await pool.query("update public_request set id = id + 1000000");

  const idOf = async (response: Promise<Response>) => {
    const { message, data } = (await (await response).json()) as {
      message: string;
      data?: { id: string };
    };
    if (!data) throw new Error(message);
    return data.id;
  };

  /** Makes what only its maker sees, as a national admin of each side. */
  const national = people.national?.username ?? "";
  const personal = async (side: keyof typeof units) => {
    const as = side === "theirs" ? brightmart : national;
    const label = { ours: "Own", elsewhere: "Elsewhere", theirs: "Foreign" }[side];
    const stores = `Store code,Store,City\r\n${side}-1,${label} store,Pune\r\n`;
    return {
      importId: await idOf(
        at.request(checkStoreCsv, { files: [fileOf(stores, `${label}.csv`)] }, as),
      ),
      savedFilterId: await idOf(
        at.request(
          saveFilter,
          { body: { list: "stores", name: label, filters: { search: label } } },
          as,
        ),
      ),
    };
  };
  /**
   * Scheduled reports of the same people, each with a file: of ours also some to change and to
   * delete.
   */
  const addReport = async (side: keyof typeof units, place: number) => {
    const id = 6_000_000 + place;
    const label = { ours: "Own", elsewhere: "Elsewhere", theirs: "Foreign" }[side];
    await pool.query(
      `insert into report_schedule (company_id, id, owner_company_id, owner_id, name, report, filters, frequency, format, next_at, time_zone)
       select $1, $2, company_id, user_id, $3, 'Total_stores', '{}', 'daily', 'csv', now() + interval '1 day', 'Asia/Kolkata'
       from login where username = $4`,
      [units[side].companyId, id, `${label} report`, side === "theirs" ? brightmart : national],
    );
    const fileId = await one(
      `insert into report_run (company_id, schedule_id, due_at, ended_at, outcome, bytes, reach, expires_at)
       values ($1, $2, now(), now(), 'sent', $3, 'company', now() + interval '7 days') returning file_id as id`,
      units[side].companyId,
      id,
      label.length,
    );
    await mkdir(`${filesDir}/reports`, { recursive: true });
    await writeFile(`${filesDir}/reports/${fileId}`, label);
    return { id, fileId };
  };
  const reports = {
    ours: await addReport("ours", 0),
    elsewhere: await addReport("elsewhere", 1),
    theirs: await addReport("theirs", 2),
  };
  for (const place of [10, 11, 12, 13]) await addReport("ours", place);
  /** To change recipients of, to open or withdraw a public link of, and one that others send. */
  const sentReports = {
    recipients: await addReport("ours", 3),
    linked: await addReport("ours", 4),
    withdrawn: await addReport("ours", 6),
    received: await addReport("ours", 5),
  };
  await pool.query("update company set mails_reports_outside = true where id = $1", [ours]);
  await pool.query(
    `insert into report_run (company_id, schedule_id, due_at, ended_at, outcome, bytes, reach, expires_at, file_id, address, token_hash)
     select company_id, schedule_id, due_at, ended_at, outcome, bytes, reach, expires_at, file_id, 'buyer@brand.example',
       case when schedule_id = $1 then $3 else 'spare' end
     from report_run where schedule_id in ($1, $2)`,
    [sentReports.linked.id, sentReports.withdrawn.id, hashSecret("sweep-demo-playlist")],
  );
  await pool.query(
    `with sender as (update report_schedule set owner_id = (select user_id from login where username = $2) where id = $1 returning company_id, id),
       run as (update report_run set user_id = (select user_id from login where username = $3) where schedule_id = $1)
     insert into report_recipient (company_id, schedule_id, role) select company_id, id, 'ROLE_Client_Admin' from sender`,
    [sentReports.received.id, people.regional?.username, national],
  );

  const personals = {
    ours: await personal("ours"),
    elsewhere: await personal("elsewhere"),
    theirs: await personal("theirs"),
  };
  const added = await at.request(
    addContracts,
    { files: [fileOf("%PDF-1.7\n%%EOF", "Foreign.pdf")] },
    brightmart,
  );
  const [foreignContract] = ((await added.json()) as { data: { id: string }[] }).data;

  /** A rule with a version of each side; the own one last, so that it is the one that is found. */
  for (const [side, as] of [
    ["elsewhere", national],
    ["theirs", brightmart],
    ["ours", national],
  ] as const)
    await at.request(copyMasterRule, { body: { toGroupIds: [units[side].groupId] } }, as);

  /**
   * Units that hold nothing, of each side: they are the only ones that may be deleted. No other
   * identifier is any of theirs by chance.
   */
  const empty = async (side: keyof typeof units) => {
    const { companyId, regionId, zoneId } = units[side];
    const [name, id] = (
      {
        ours: ["Spare", 910_000],
        elsewhere: ["Elsewhere spare", 920_000],
        theirs: ["Foreign spare", 930_000],
      } as const
    )[side];
    const add = (table: string, place: number, columns: string, ...values: number[]) =>
      one(
        `insert into ${table} (name, id, company_id${columns}) values ($1, $2, $3${values.map((_, n) => `, $${n + 4}`).join("")}) returning id`,
        name,
        id + place,
        companyId,
        ...values,
      );
    return {
      emptyRegionId: await add("region", 1, ""),
      emptyZoneId: await add("zone", 2, ", region_id", regionId),
      emptyGroupId: await add("store_group", 3, ", region_id, zone_id", regionId, zoneId),
    };
  };
  const emptyUnits = {
    ours: await empty("ours"),
    elsewhere: await empty("elsewhere"),
    theirs: await empty("theirs"),
  };

  /**
   * Holds what single calls need, by call and member: of each list two that no song has, a song and
   * a spot that nothing uses, and charts that no rule mixes.
   */
  const byCall: Ids = {};
  const librarian =
    Object.values(people).find((one) => isProvider(one) && mayOpen(one, "MUSIC_LIBRARY"))
      ?.username ?? "";
  const songs = fileOf("Title,Artist,Seconds\r\nSweep import,Nobody,180\r\n", "songs.csv");
  const songImport = await idOf(at.request(checkSongCsv, { files: [songs] }, librarian));
  for (const call of ["", "/apply", "/rows", "/refused"])
    byCall[`/csv-multimedia/{importId}${call} importId`] = songImport;
  const newUsers = fileOf(
    "Username,First name,Email,Role,Level\r\nsweep.import,Sweep,sweep@example.com,Admin,national\r\n",
    "users.csv",
  );
  const userImport = await idOf(at.request(checkUserCsv, { files: [newUsers] }, national));
  for (const call of ["", "/apply", "/rows", "/refused"])
    byCall[`/user/csv-user/{importId}${call} importId`] = userImport;
  const visitors = fileOf(
    `Store code,Date,Hour,Visitors\r\nNWR-0001,${yesterday()},11,118\r\n`,
    "footfall.csv",
  );
  const footfall = await idOf(at.request(checkFootfallCsv, { files: [visitors] }, national));
  for (const call of ["", "/apply", "/rows", "/refused"])
    byCall[`/footfall/csv-footfall/{importId}${call} importId`] = footfall;
  const provider = companies.provider.id;
  let nextItem = 1_000_000;
  const addItem = (kind: string, name: string) =>
    one(
      "insert into catalogue_item (company_id, id, kind, name, rank) values ($1, $2, $3, $4, 1) returning id",
      provider,
      nextItem++,
      kind,
      name,
    );
  for (const { kind, path } of catalogueLists) {
    const targetId = await addItem(kind, "Spare kept");
    Object.assign(byCall, {
      [`/${path} id`]: targetId,
      [`/${path}/merge intoId`]: targetId,
      [`/${path}/merge ids`]: await addItem(kind, "Spare"),
    });
  }
  for (const name of singleItems)
    byCall[`/multimedia ${name}Id`] = await one(
      "select id from catalogue_item where company_id = $1 and kind = $2",
      provider,
      kindOfFacet[name],
    );
  byCall["/multimedia id"] = await one(
    "insert into song (company_id, id, title, artist, duration_seconds) values ($1, 1000000, 'Spare', 'Nobody', 180) returning id",
    provider,
  );
  const songId = await one(
    "select id from song where company_id = $1 and audio_file is not null order by id",
    provider,
  );
  const languageId = byCall["/multimedia languageId"];
  const songTypeId = byCall["/multimedia genreId"];
  const addDemo = (place: number, token: string) =>
    one(
      `insert into demo_playlist (company_id, id, token, name, language_id, song_type_id, industry, listed)
       values ($1, $2, $3, 'Spare', $4, $5, 'Other', true) returning id`,
      provider,
      3_000_000 + place,
      token,
      languageId,
      songTypeId,
    );
  const linkedDemo = await addDemo(0, "sweep-demo-playlist");
  await pool.query(
    "insert into demo_playlist_song (company_id, demo_playlist_id, song_id, position) values ($1, $2, $3, 1)",
    [provider, linkedDemo, songId],
  );
  /** One that no call has deleted yet. */
  const sparesOfDemo = async () => {
    const spare = await one("select id from demo_playlist where token like 'spare-%' order by id");
    return { "/demo-playlist/{id} id": spare, "/demo-playlist-song demoPlaylistId": spare };
  };
  for (const place of [1, 2, 3, 4, 5]) await addDemo(place, `spare-${place}`);
  Object.assign(byCall, {
    "/demo-playlist languageId": languageId,
    "/demo-playlist songTypeId": songTypeId,
    "/demo-playlist/public/{token}/audio/{songId} songId": songId,
  });
  const addChart = async (companyId: number) => {
    const id = await one(
      "insert into chart (company_id, id, name) values ($1, $2, 'Spare') returning id",
      companyId,
      1_000_000 + companyId,
    );
    await pool.query(
      "insert into chart_song (company_id, chart_id, song_id, position) values ($1, $2, $3, 1)",
      [companyId, id, songId],
    );
    return id;
  };
  const popular = await addChart(provider);
  const custom = await addChart(ours);
  Object.assign(byCall, {
    "/chart id": popular,
    "/popular-chart/delete id": popular,
    "/chart-song chartId": popular,
  });
  Object.assign(byCall, {
    "/chart/custom-chart id": custom,
    "/custom-chart/delete id": custom,
    "/chart-song/custom-chart chartId": custom,
  });

  byCall["/spot id"] = await one(
    "insert into spot (company_id, id, kind, name, duration_seconds) values ($1, 1000000, 'AD', 'Spare', 10) returning id",
    ours,
  );

  /** An event of each side: of one of its groups. */
  const events = { ours: 0, elsewhere: 0, theirs: 0 };
  for (const [place, side] of (["ours", "elsewhere", "theirs"] as const).entries()) {
    const { companyId, groupId } = units[side];
    events[side] = await one(
      `insert into event_playlist (company_id, id, name, starts_on, ends_on, weekdays, from_minute, to_minute, priority, mode)
       values ($1, $2, $3, current_date + 1, current_date + 2, '{0,1,2,3,4,5,6}', 600, 660, 5, 'ORDER') returning id`,
      companyId,
      2_000_000 + place,
      { ours: "Own event", elsewhere: "Elsewhere event", theirs: "Foreign event" }[side],
    );
    await pool.query(
      "insert into event_playlist_unit (company_id, id, event_id, group_id) values ($1, $2, $2, $3)",
      [companyId, events[side], groupId],
    );
  }

  /** Alerts of each side, of one of its stores: of ours also one to acknowledge with others. */
  const addAlert = (side: keyof typeof units, place: number, kind = "offline") =>
    one(
      `insert into alert (company_id, id, store_id, kind, began_at, watched_from, watched_at, raised_at, told_at)
       values ($1, $2, $3, $4, now(), now(), now(), now(), now()) returning id`,
      units[side].companyId,
      5_000_000 + place,
      units[side].storeId,
      kind,
    );
  const alerts = {
    ours: await addAlert("ours", 0),
    elsewhere: await addAlert("elsewhere", 1),
    theirs: await addAlert("theirs", 2),
  };
  Object.assign(byCall, {
    "/alert/{id} id": alerts.ours,
    "/alert/acknowledge ids": await addAlert("ours", 3, "silent"),
    "/alert id": await addAlert("ours", 4, "low-volume"),
    "/alert/{id}/owners id": alerts.ours,
    // another one's player than a single command is sent to
    "/store/commands storeIds": await one(
      "select max(id) as id from store where company_id = $1 and group_id = $2",
      units.ours.companyId,
      units.ours.groupId,
    ),
  });

  /** A command that the player of each side's store was given. */
  const addCommand = (side: keyof typeof units, place: number) =>
    one(
      `insert into player_command (company_id, id, store_id, kind, asked_by, asked_at, delivered_at, delivered_to)
       values ($1, $2, $3, 'tone', 'sweep', now(), now(), 'sweep') returning id`,
      units[side].companyId,
      6_000_000 + place,
      units[side].storeId,
    );
  const commands = {
    ours: await addCommand("ours", 0),
    elsewhere: await addCommand("elsewhere", 1),
    theirs: await addCommand("theirs", 2),
  };
  byCall["/player/commands/{id} id"] = commands.ours;

  /** A song that the store of each side reported. */
  const addSongReport = (side: keyof typeof units, place: number) =>
    one(
      `insert into song_report (company_id, id, store_id, song_id, reason, event_id, reported_at)
       values ($1, $2, $3, $4, 'style', gen_random_uuid(), now()) returning id`,
      units[side].companyId,
      9_000_000 + place,
      units[side].storeId,
      songId,
    );
  const songReports = {
    ours: await addSongReport("ours", 0),
    elsewhere: await addSongReport("elsewhere", 1),
    theirs: await addSongReport("theirs", 2),
  };
  byCall["/song-report/{id} id"] = songReports.ours;

  /**
   * An API token and a webhook with a delivery of each side: of ours also some to change and to
   * end.
   */
  const addIntegrations = async (side: keyof typeof units, place: number) => {
    const { companyId } = units[side];
    const label = { ours: "Own", elsewhere: "Elsewhere", theirs: "Foreign" }[side];
    const id = 7_000_000 + place;
    await pool.query(
      `insert into api_token (company_id, id, kind, user_id, name, secret_hash, scopes, expires_at)
       select company_id, $1, 'company', user_id, $2, 'none', '{STORES:read}', now() + interval '1 day' from login where username = $3`,
      [id, `${label} token`, side === "theirs" ? brightmart : national],
    );
    await pool.query(
      `insert into webhook (company_id, id, name, url, events, created_by)
       values ($1, $2, $3, 'https://receiver.example', '{store.back}', 'sweep')`,
      [companyId, id, `${label} webhook`],
    );
    const eventId = await one(
      "insert into webhook_event (company_id, kind, occurred_at, data) values ($1, 'test', now(), '{}') returning id",
      companyId,
    );
    await one(
      `insert into webhook_delivery (company_id, id, webhook_id, event_id, take_at) values ($1, $2, $2, $3, now() + interval '1 day') returning id`,
      ...([companyId, id, eventId] as number[]),
    );
    return id;
  };
  const integrations = {
    ours: await addIntegrations("ours", 0),
    elsewhere: await addIntegrations("elsewhere", 1),
    theirs: await addIntegrations("theirs", 2),
  };
  for (const place of [10, 11, 12, 13]) await addIntegrations("ours", place);
  for (const call of ["", "/delivery", "/resend", "/test"])
    byCall[`/webhook/{id}${call} id`] = integrations.ours;

  /**
   * Drafts of campaigns of each side, in one of its groups: of ours also with exact times, of the
   * top of the hour, to copy and to delete.
   */
  const addCampaign = async (
    side: keyof typeof units,
    place: number,
    { kind = "AD", exactTimes = null }: { kind?: string; exactTimes?: string | null } = {},
  ) => {
    const { companyId, groupId } = units[side];
    const id = await one(
      `insert into campaign (company_id, id, name, kind, play_takes, starts_on, ends_on, weekdays, plays, exact_times, created_by)
       values ($1, $2, $3, $4, case when $4 = 'AD' then 10 else 1 end, current_date + 32, current_date + 32, '{0,1,2,3,4,5,6}',
         array_fill(0::smallint, array[12]) || 1::smallint || array_fill(0::smallint, array[11]), $5::smallint[], 'sweep') returning id`,
      companyId,
      4_000_000 + place,
      `${{ ours: "Own", elsewhere: "Elsewhere", theirs: "Foreign" }[side]} campaign`,
      kind,
      exactTimes,
    );
    await pool.query(
      "insert into campaign_unit (company_id, id, campaign_id, group_id) values ($1, $2, $2, $3)",
      [companyId, id, groupId],
    );
    await pool.query(
      `insert into spot (company_id, id, kind, name, duration_seconds) values ($1, $2::bigint, $3, 'Spare ' || $2::bigint, 10)`,
      [companyId, id, kind],
    );
    await pool.query(
      "insert into campaign_spot (company_id, campaign_id, spot_id, weight) values ($1, $2, $2, 1)",
      [companyId, id],
    );
    return id;
  };
  const campaigns = {
    ours: await addCampaign("ours", 0),
    elsewhere: await addCampaign("elsewhere", 1),
    theirs: await addCampaign("theirs", 2),
  };
  const booked = await addCampaign("ours", 3);
  const exact = await addCampaign("ours", 4, { exactTimes: "{720}" });
  const toh = await addCampaign("ours", 5, { kind: "TOH" });
  for (const call of ["", "-detail", "/quote", "/offers", "/history"].map(
    (end) => `/campaign${end}`,
  ))
    byCall[`${call} id`] = campaigns.ours;
  Object.assign(byCall, {
    "/campaign spotId": campaigns.ours,
    "/campaign/quote spotId": campaigns.ours,
    "/campaign/copy copyOfId": campaigns.ours,
    "/nonMusic/campaign ids": campaigns.ours,
    "/schedule-non-music campaignId": booked,
    "/schedule-non-music/with-time campaignId": exact,
    "/schedule-non-music/for-toh campaignId": toh,
  });

  /**
   * Links to proofs of play of each side: of ours also some to withdraw, and one with a token, of a
   * campaign that no call deletes.
   */
  const ofLinks = { ...campaigns, ours: booked };
  const addProofLink = (side: keyof typeof units, place: number, tokenHash = `spare ${place}`) =>
    one(
      `insert into proof_link (company_id, id, campaign_id, token_hash, created_by, expires_at)
       values ($1, $2, $3, $4, 'sweep', now() + interval '1 day') returning id`,
      units[side].companyId,
      8_000_000 + place,
      ofLinks[side],
      tokenHash,
    );
  const proofLinks = {
    ours: await addProofLink("ours", 0),
    elsewhere: await addProofLink("elsewhere", 1),
    theirs: await addProofLink("theirs", 2),
  };
  for (const place of [10, 11, 12]) await addProofLink("ours", place);
  await addProofLink("ours", 3, hashSecret("sweep-demo-playlist"));

  /** A brand of each company, at which ours knows somebody. */
  const addBrand = async (side: "ours" | "theirs", place: number) => {
    const { companyId } = units[side];
    const id = await one(
      "insert into catalogue_item (company_id, id, kind, name) values ($1, $2, 'brand', 'Sweep brand') returning id",
      companyId,
      5_500_000 + place,
    );
    await pool.query(
      `insert into brand_account (company_id, brand_company_id, brand_id, contacts)
       values ($1, $1, $2, '[{"name":"Asha Rao","email":"asha.rao@example.com"}]')`,
      [companyId, id],
    );
    await pool.query("update campaign set brand_id = $3 where company_id = $1 and id = $2", [
      companyId,
      ofLinks[side],
      id,
    ]);
    return id;
  };
  const ourBrand = await addBrand("ours", 0);
  byCall["/campaign/proof-link/email campaignId"] = booked;
  const brands = { ours: ourBrand, elsewhere: ourBrand, theirs: await addBrand("theirs", 1) };

  /** A receipt with credit on account, tax deducted and an invoice; an opening balance, bank lines. */
  async function makeReceipts(invoiceId: number): Promise<Ids> {
    const receiptId = await one(
      `insert into receipt (company_id, received_on, amount, tds, tds_section, method, noted_by)
        values ($1, current_date - 1, 10000000, 2000, '194C', 'UPI', 'sweep') returning id`,
      ours,
    );
    await pool.query(
      `insert into receipt_allocation (company_id, receipt_id, invoice_id, amount, tds, noted_by) values ($1, $2, $3, 2000000, 2000, 'sweep')`,
      [ours, receiptId, invoiceId],
    );
    const openingId = await one(
      "insert into opening_balance (company_id, number, issued_on, due_on, total, noted_by) values ($1, 'OLD/1', '2025-01-01', '2025-01-01', 100000, 'sweep') returning id",
      ours,
    );
    const bankLineId = await one(
      "insert into bank_line (company_id, day, narration, amount, digest, file_name, imported_by) values ($1, '2026-01-01', 'Interest', 145050, 'sweep', 'sweep.csv', 'sweep') returning id",
      companies.provider.id,
    );
    return {
      "/receipt/{id} id": receiptId,
      "/receipt/{id}/allocate id": receiptId,
      "/receipt/{id}/release id": receiptId,
      "/receipt/{id}/release invoiceId": invoiceId,
      "/receipt/{id}/certificate id": receiptId,
      "/opening-balance/{id} id": openingId,
      "/bank-line/{id} id": bankLineId,
      "/bank-line/{id}/ignored id": bankLineId,
    };
  }
  const entryOf = (companyId: number, table: string, where = "true") =>
    one(
      `select id from ${table} where company_id = $1 and ${where} order by id desc limit 1`,
      companyId,
    );
  /**
   * Finds the demo's last invoice, which is not paid, a credit note, and a receipt that nobody
   * reversed.
   */
  const entriesOf = async (companyId: number) => ({
    invoiceId: await entryOf(companyId, "invoice"),
    creditNoteId: await entryOf(companyId, "credit_note"),
    receiptId: await entryOf(
      companyId,
      "receipt",
      "reverses is null and id not in (select reverses from receipt where reverses is not null)",
    ),
  });
  // both notes are of the last paid invoice, because those of earlier financial years may be too old
  const lateInvoice = await one(
    "select id from invoice where company_id = $1 order by id desc offset 1 limit 1",
    ours,
  );
  await at.request(
    addCreditNote,
    { body: { invoiceId: lateInvoice, reason: "Sweep", lines: [{ line: 1, amount: "1" }] } },
    people.Fever_Super_Admin_Major?.username,
  );
  byCall["/credit-note invoiceId"] = lateInvoice;
  const firstInvoice = await one(
    "select id from invoice where company_id = $1 order by id limit 1",
    ours,
  );
  Object.assign(byCall, await makeReceipts(firstInvoice));

  /** The first item of each kind that a company has, by the name that members of inputs give it. */
  const ownOf = async (side: keyof typeof units): Promise<Ids> => {
    const { companyId, regionId, zoneId, groupId, storeId } = units[side];
    const first = (table: string, where?: string) => entryOf(companyId, table, where);
    const entries = await entriesOf(companyId);
    const ruleOfUnit =
      side === "elsewhere"
        ? `(region_id = ${regionId} or group_id = ${groupId} or store_id = ${storeId})`
        : "true";
    return {
      ...units[side],
      regionIds: regionId,
      zoneIds: zoneId,
      groupIds: groupId,
      storeIds: storeId,
      toRegionIds: regionId,
      toZoneIds: zoneId,
      toGroupIds: groupId,
      toStoreIds: storeId,
      ...emptyUnits[side],
      userId: spares[side],
      toAssign: spares[side],
      toUnassign: spares[side],
      invitedUserId: invited[side],
      chartId:
        side === "theirs"
          ? await first("chart")
          : await one(
              "select id from chart where company_id = $1 order by id",
              companies.provider.id,
            ),
      copyOfId: side === "theirs" ? await first("chart") : popular,
      spotId: await one(
        `select (line->>'spotId')::int as id from store_log log join group_playlist day on day.company_id = log.company_id and day.id = log.playlist_id,
           jsonb_array_elements(day.positions) line where log.store_id = $1 and line->>'spotId' is not null`,
        storeId,
      ),
      timeSlotId: await first("time_slot"),
      licenceId: await first("company_licence"),
      playerDeviceId: await first("player_device", `store_id = ${storeId} and device_id = 'spare'`),
      ruleId: await first("master_rule", ruleOfUnit),
      versionId: await first(
        "audit_log",
        `item_kind = 'master rule' and after -> 'source' ->> 'unitId' = '${groupId}'`,
      ),
      // the provider's, who works with them beside a client's things; two, for each is decided once
      ...(side === "ours" && {
        ...byCall,
        ...Object.fromEntries(
          ["", "/pdf", "/mail"].map((call) => [`/invoice/{id}${call} id`, entries.invoiceId]),
        ),
        "/receipt/{id}/reverse id": entries.receiptId,
        "/credit-note/{id}/pdf id": entries.creditNoteId,
        "/public-request/mail id": await one(
          "select id from public_request where state = 'answered' and kind = 'query'",
        ),
        requestId: await one(
          "select id from public_request where state = 'new' and kind = 'signup'",
        ),
        songId,
        songIds: songId,
        "/player/song-reports songId": await one(
          `select (line->>'songId')::int as id from store_log log join group_playlist day on day.company_id = log.company_id and day.id = log.playlist_id,
             jsonb_array_elements(day.positions) line where log.store_id = $1 and line->>'songId' is not null`,
          storeId,
        ),
        "/demo-playlist id": await one(
          "select id from demo_playlist where token like 'spare-%' order by id desc",
        ),
        ...(await sparesOfDemo()),
        "/report-schedule id": await one(
          "select max(id) as id from report_schedule where company_id = $1 and id > 6000009",
          ours,
        ),
        "/report-schedule/{id} id": reports.ours.id,
        "/report-schedule/{id}/recipients id": sentReports.recipients.id,
        "/report-schedule/{id}/links id": sentReports.withdrawn.id,
        "/report-schedule/{id}/received id": sentReports.received.id,
        "/report-schedule/{id}/run id": reports.ours.id,
        "/token id": await one(
          "select max(id) as id from api_token where company_id = $1 and revoked_at is null",
          ours,
        ),
        "/campaign/proof-link id": await one(
          "select max(id) as id from proof_link where company_id = $1 and withdrawn_at is null and token_hash like 'spare %'",
          ours,
        ),
        "/webhook id": await one("select max(id) as id from webhook where company_id = $1", ours),
        otherRequestId: await one(
          "select id from public_request where state = 'new' and kind = 'self-onboarding'",
        ),
      }),
      eventId: events[side],
      ...entries,
      campaignId: campaigns[side],
      proofLinkId: proofLinks[side],
      brandId: brands[side],
      alertId: alerts[side],
      songReportId: songReports[side],
      tokenId: integrations[side],
      webhookId: integrations[side],
      deliveryId: integrations[side],
      reportScheduleId: reports[side].id,
      ...Object.fromEntries(
        ["", "/download"].map((call) => [
          `/report-schedule/file/{fileId}${call} fileId`,
          reports[side].fileId,
        ]),
      ),
      commandId: commands[side],
      playlistId: await first("group_playlist", `group_id = ${groupId}`),
      logId: await first("store_log", `store_id = ${storeId}`),
      fileId: side === "theirs" ? (foreignContract?.id ?? "") : demoContractId,
      ...personals[side],
    };
  };
  return { at, units, people, brightmart, ownOf };
}
export type DemoWorld = Awaited<ReturnType<typeof openDemoWorld>>;

/**
 * Digests what a company, or a part of it, holds, as one text a table: any change of a row changes
 * it.
 */
export async function digestOf(
  { at }: DemoWorld,
  where: { companyId: number; regionId?: number },
): Promise<Record<string, string>> {
  const { rows: columns } = await at.database.pool.query<{ table: string; names: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text) as names from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name !~ '_[0-9]{4}_?[0-9]{2}$' group by 1`,
  );
  const digest: Record<string, string> = {};
  for (const { table, names } of columns) {
    const condition = conditionFor(table, names, where);
    if (!condition || table === "auth_session") continue; // signing in is no change of data
    const { rows } = await at.database.pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from "${table}" t where ${condition}`,
    );
    digest[table] = rows[0]?.digest ?? "";
  }
  return digest;
}

function conditionFor(
  table: string,
  names: string[],
  { companyId, regionId }: { companyId: number; regionId?: number },
): string | undefined {
  if (regionId === undefined) {
    if (table === "company") return `id = ${companyId}`;
    return names.includes("company_id") ? `company_id = ${companyId}` : undefined;
  }
  if (!names.includes("company_id")) return undefined;
  const within = (column: string, source: string) =>
    `${column} in (select id from ${source} where company_id = ${companyId} and region_id = ${regionId})`;
  const parts = [
    names.includes("region_id") && `region_id = ${regionId}`,
    table === "region" && `id = ${regionId}`,
    names.includes("zone_id") && within("zone_id", "zone"),
    names.includes("group_id") && within("group_id", "store_group"),
    names.includes("store_id") && within("store_id", "store"),
  ].filter(Boolean);
  return parts.length > 0 ? `company_id = ${companyId} and (${parts.join(" or ")})` : undefined;
}
