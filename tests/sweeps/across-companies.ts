type CrossCompanyRead = {
  /** The tables that it may read without their company. */
  tables: readonly string[];
  /** Found in the statement without quotation marks, each blank of it one space. */
  of: RegExp;
  reason: string;
};

/** The statements that read tenant tables without naming a company, by design (docs/scaling.md). */
export const acrossCompanies: readonly CrossCompanyRead[] = [
  {
    tables: ["app_user", "second_factor", "sign_in_service"],
    of: /from login inner join app_user/,
    reason: "sign-in knows a user name and no company: the login, of a reference table, says which",
  },
  {
    tables: ["app_user"],
    of: /left join app_user opener on/,
    reason:
      "a session that provider staff opened in a company: the opener is of the provider, as the session's row says",
  },
  {
    tables: ["proof_link"],
    of: /^delete from proof_link where \(proof_link.expires_at </,
    reason: "the daily job clears the links of all companies that ended long ago",
  },
  {
    tables: ["footfall"],
    of: /^delete from footfall where footfall.day < /,
    reason: "the daily job clears the footfall of all companies once its plays are gone",
  },
  {
    tables: ["auth_session"],
    of: /^update auth_session set .*opened_by_company_id = /,
    reason: "with a person's sessions end those that the person opened in other companies",
  },
  {
    tables: ["account_token"],
    of: /^delete from account_token where .*made_by_company_id = /,
    reason: "with a person's links end those that the person made for users of other companies",
  },
  {
    tables: ["app_user"],
    of: /from app_user inner join company on company.id = app_user.company_id where \(company.kind = \$1/,
    reason: "the provider's staff to notify: there is one provider, found by its kind",
  },
  {
    tables: ["erased_item"],
    of: /from erased_item where erased_item.company_id = audit_log.actor_company_id/,
    reason: "an entry's actor may be of the provider",
  },
  {
    tables: ["chart", "chart_song"],
    of: /company.kind|chart_company_id/,
    reason: "popular charts are the provider's and every company's to use",
  },
  {
    tables: ["library_revision"],
    of: /sum\(library_revision.revision\)/,
    reason: "the library is the provider's alone: one row",
  },
  {
    tables: ["stored_file"],
    of: /from stored_file inner join company/,
    reason:
      "a file's address is its id alone: pictures of the provider are every company's to see, and staff read those of all",
  },
  {
    tables: ["invoice"],
    of: /^select 1 from invoice where invoice.supplier ->> 'signatureFileId' = /,
    reason: "the provider's signature is deleted only where no company's invoice has it",
  },
  {
    tables: ["chart_song"],
    of: /from chart_song where chart_song.song_id = song.id/,
    reason: "the library says how many charts hold a song, whoever made them",
  },
  {
    tables: ["event_playlist_song"],
    of: /from event_playlist_song where event_playlist_song.song_id = song.id/,
    reason: "the same of event playlists",
  },
  {
    tables: ["chart", "chart_song"],
    of: /order by exists \(select 1 from chart_song join chart on/,
    reason: "the fallback prefers songs of charts of the song's own company, which is the provider",
  },
  {
    tables: ["chart_song", "event_playlist_song"],
    of: /inner join \(select 'chart' as kind, chart_song.company_id/,
    reason:
      "the library says in which charts and events of other companies a reserved song is hidden",
  },
  {
    tables: ["group_playlist", "store_group", "zone"],
    of: /from group_playlist inner join company .*group_playlist.positions @>/,
    reason: "the library says in which coming playlists a song stands, of all companies",
  },
  {
    tables: ["master_rule", "master_rule_mix"],
    of: /\(chart_company_id = \$\d+ and chart_id = any/,
    reason: "a popular chart is used by rules of any company",
  },
  {
    tables: [
      "master_rule",
      "master_rule_arc_point",
      "master_rule_mix_item",
      "region",
      "store",
      "store_group",
      "time_slot",
      "zone",
    ],
    of: /master_rule_mix_item.item_company_id = \$\d+ and master_rule_mix_item.item_id = any|mood_company_id = \$\d+ and .*mood_id = any/,
    reason:
      "an item of the library's lists is used by rules of any company: shown before it is merged, and changed with it",
  },
  {
    tables: ["brand_account", "campaign"],
    of: /brand_account.brand_company_id = \$\d+ and brand_account.brand_id = any|campaign.brand_id = (\$\d+|any)/,
    reason:
      "a brand of the library is used by campaigns and contacts of any company: counted before it is deleted, moved when it is merged",
  },
  {
    tables: ["invoice", "credit_note", "receipt", "receipt_allocation", "bank_line"],
    of: /where (invoice|credit_note|receipt|bank_line).id = \$\d|(receipt|used).bank_line_id = (\$\d|bank_line.id)/,
    reason:
      "those who bill name an invoice, note, receipt or bank line by its id alone, which is unique across companies",
  },
  {
    tables: ["campaign", "campaign_line"],
    of: /^select min\(greatest\(last_to \+ 1/,
    reason: "the daily job finds from when plays of any company may have to be billed yet",
  },
  {
    tables: [
      "credit_note",
      "email",
      "invoice",
      "receipt",
      "receipt_allocation",
      "opening_balance",
      "company_rate",
      "store",
      "billing_period",
      "invoice_line",
    ],
    of: /from invoice (group|order|where)|from invoice$|from receipt inner join company|from opening_balance where|from receipt_allocation where num_nonnulls|from company_rate v|company.billing_starts_on/,
    reason: "those who bill see and add up all companies",
  },
  {
    tables: ["credit_note", "credit_note_line", "invoice", "invoice_line"],
    of: /supplier ->> 'gstNo' = /,
    reason: "the return to the tax office lists what the provider issued to all companies",
  },
  {
    tables: ["app_user"],
    of: /sender.company_id = report_schedule.owner_company_id/,
    reason: "who sends a report that the caller receives may be of the provider",
  },
  {
    tables: ["credit_note", "invoice"],
    of: /^select distinct i.supplier ->> 'gstNo'/,
    reason: "the same: the GSTINs that it was issued under",
  },
  {
    tables: ["credit_note", "e_invoice", "invoice"],
    of: /left join e_invoice e on/,
    reason: "what the invoice portal must know of a month, of all companies",
  },
  {
    tables: [
      "credit_note",
      "dunning_reminder",
      "dunning_stop",
      "invoice",
      "opening_balance",
      "receipt",
      "receipt_allocation",
    ],
    of: /cross join lateral \(select max\(d\) as days/,
    reason:
      "job payment-reminders, and those who bill, find the invoices of all companies to remind of",
  },
  {
    tables: ["credit_note", "invoice"],
    of: /where (invoice|credit_note).number in/,
    reason:
      "the portal's answers name documents by their numbers, which are unique across companies",
  },
  {
    tables: ["ad_setting", "campaign", "campaign_line", "campaign_make_good", "store"],
    of: /from line join campaign c .*as adAmount|^ ?with prime as .*adAmount/,
    reason: "the revenue of ads to come, of all companies, for those who bill",
  },
  {
    tables: ["store"],
    of: /from company left join store|from store s where s.company_id = company.id/,
    reason: "the provider's list of companies counts the stores of each",
  },
  {
    tables: ["store", "store_state", "store_hours", "store_hours_exception"],
    of: /judged group by company_id/,
    reason:
      "the provider's dashboard and its list of stores in trouble judge the stores of all companies",
  },
  {
    tables: ["email"],
    of: /^update email set attempt = email.attempt \+ 1/,
    reason: "job emails takes the next email that is due, of any company",
  },
  {
    tables: ["alert"],
    of: /exists \(select 1 from alert where alert.company_id = company.id/,
    reason: "job store-alerts finds the companies whose stores it watches",
  },
  {
    tables: ["alert", "region", "store", "store_group", "zone"],
    of: /alert.raised_at is not null and company.kind = 'client' and company.status = 'active'/,
    reason: "the provider's operations wall shows the stores in trouble of all companies",
  },
  {
    tables: ["player_command"],
    of: /as wanted\(id bigint, companyId bigint/,
    reason: "the same: what was tried in these stores, each named with its company",
  },
  {
    tables: ["store_state", "spot", "catalogue_item"],
    of: /as watched\(companyId bigint/,
    reason: "the same: what these stores play now",
  },
  {
    tables: ["alert", "company_licence", "group_playlist", "store", "store_day_plays"],
    of: /with raised as \(select alert.company_id/,
    reason: "the provider's dashboard tells what needs attention in each company",
  },
  {
    tables: ["report_schedule", "report_run", "report_unsubscription"],
    of: /report_schedule.owner_company_id = \$\d+ and report_schedule.owner_id = \$\d+/,
    reason: "the caller's own scheduled reports: staff have them in several companies",
  },
  {
    tables: [
      "idempotency_key",
      "auth_session",
      "sign_in_attempt",
      "account_token",
      "notification",
      "form_draft",
      "import_run",
      "public_request",
      "campaign_refusal",
      "report_run",
      "report_schedule",
      "player_command",
      "api_token",
      "webhook_event",
      "stored_file",
      "alert",
      "spot",
    ],
    of: /^delete from \w+ where \(*(coalesce\()?\w+\.(\w+_at|log_day|frequency|purpose|form) /,
    reason: "job housekeeping clears by age what any company has",
  },
  {
    tables: ["auth_session"],
    of: /^delete from auth_session where coalesce/,
    reason: "the same",
  },
  {
    tables: ["alert"],
    of: /^update alert set voice_note_id = /,
    reason: "the same, of recordings of calls that ended long ago",
  },
  {
    tables: ["store_log", "group_playlist"],
    of: /^with old as \(select company_id, id from (store_log|group_playlist) where/,
    reason: "the same, of old days",
  },
  {
    tables: ["notification", "app_user"],
    of: /from notification inner join app_user .*notification.read_at is null/,
    reason: "job notice-mail finds whoever has not read something",
  },
  {
    tables: ["campaign", "campaign_store", "store"],
    of: /campaign.hold_until <= |then 'FINISHED' else 'LIVE' end as to/,
    reason: "job keep-campaigns finds holds that end and campaigns that begin or end",
  },
  {
    tables: ["campaign", "campaign_store"],
    of: /campaign.goal is not null/,
    reason: "job plan-goals finds campaigns with a goal whose flights go on",
  },
  {
    tables: ["campaign", "campaign_preempted"],
    of: /taken.owed > 0\) order by/,
    reason: "job make-goods finds campaigns that are owed plays which others took",
  },
  {
    tables: ["campaign_refusal"],
    of: /^select distinct company_id from campaign_refusal where not campaign_refusal.told/,
    reason: "job keep-campaigns finds companies with refusals to tell of",
  },
  {
    tables: ["campaign"],
    of: /from campaign join company on company.id = campaign.company_id where campaign.state = any|^select distinct company_id from campaign where campaign.state in/,
    reason: "job campaign-delivery finds the campaigns that run, and the companies that have some",
  },
  {
    tables: ["app_user"],
    of: /from app_user inner join company on company.id = app_user.company_id and \(company.id = \$1 or company.kind = 'provider'\)/,
    reason: "whoever booked a campaign may be of the provider",
  },
  {
    tables: ["form_draft"],
    of: /^update form_draft set .* for update skip locked/,
    reason: "job rule-trials finds the rules that people of any company wait to have tried",
  },
  {
    tables: ["report_schedule", "report_run", "report_recipient", "app_user"],
    of: /report_schedule.paused_at is null|report_run.expires_at <= |^update report_run set take_at|left join app_user .*report_schedule.owner_company_id|^insert into report_run .* from report_run as own|app_user.company_id = report_schedule.owner_company_id/,
    reason:
      "job report-mail finds the schedules and runs that are due, and their owners, who may be of the provider",
  },
  {
    tables: ["credit_note", "invoice"],
    of: /credit_note.file_id is null order by/,
    reason: "job billing finds the credit notes to make",
  },
  {
    tables: ["email"],
    of: /^update email set take_at = .* order by email.take_at|^delete from email where \(email.created_at </,
    reason: "job emails takes the next one that is due; the daily clearing",
  },
  {
    tables: ["api_token"],
    of: /from api_token where \(api_token.revoked_at is null and api_token.told_at is null/,
    reason: "job webhook-events finds the tokens that end soon",
  },
  {
    tables: ["webhook", "webhook_delivery"],
    of: /^update webhook_delivery set take_at = .* attempt = webhook_delivery.attempt \+ 1/,
    reason: "job webhook-events takes the next delivery that is due",
  },
];
