ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_company_id_company_id_fk";
