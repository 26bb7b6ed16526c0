-- Who may do what in the shop's database. Once, as the server's administrator, before the first start, in the database itself:
--   psql --set ON_ERROR_STOP=1 --dbname shop --file deploy/database/roles.sql
-- and then \password for each. It may be run again. What the roles may do with each table is said anew by every `npm run migrate`.
BEGIN;
DO $$
DECLARE
  role text;
BEGIN
  -- Owner: migrations, restores. Application: requests, jobs, commands. Reports: numbers without people.
  FOREACH role IN ARRAY ARRAY['shop_owner', 'shop_application', 'shop_reports'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', role);
    END IF;
  END LOOP;
  EXECUTE format('ALTER DATABASE %I OWNER TO shop_owner', current_database());
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO shop_application, shop_reports', current_database());
END;
$$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- A report that goes wrong takes nothing from the shop, and changes nothing.
ALTER ROLE shop_reports SET default_transaction_read_only = on;
ALTER ROLE shop_reports SET statement_timeout = '60s';
ALTER ROLE shop_reports CONNECTION LIMIT 5;
COMMIT;
