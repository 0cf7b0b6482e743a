CREATE TABLE "audit_seal" (
	"company_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"audit_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seal_company_id_place_pk" PRIMARY KEY("company_id","place")
);
--> statement-breakpoint
-- Nobody changes or removes what the audit log says, nor its seals.
CREATE FUNCTION "refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a row of % stays as it was written', TG_TABLE_NAME
		USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_is_final', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"();
--> statement-breakpoint
CREATE TRIGGER "audit_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_seal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"();
