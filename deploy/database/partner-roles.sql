-- Roles of one partner among several, which may use no other partner's schemas. Once per partner, as the server's administrator, after
-- roles.sql and before `npm run migrate`, which says what they may do:
--   psql --set ON_ERROR_STOP=1 --set partner=vesna --dbname shop --file deploy/database/partner-roles.sql
-- `partner` is the partner's DATABASE_SCHEMA_PREFIX. Then \password for each. It may be run again.
BEGIN;
SELECT set_config('shop.partner', :'partner', true);
DO $$
DECLARE
  partner text := current_setting('shop.partner');
  role text;
BEGIN
  IF partner !~ '^[a-z][a-z0-9]{0,15}$' THEN
    RAISE EXCEPTION 'partner: up to 16 lower-case letters and digits, starting with a letter';
  END IF;
  FOREACH role IN ARRAY ARRAY[partner || '_application', partner || '_reports'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', role);
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
  END LOOP;
  EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', partner || '_reports');
  EXECUTE format('ALTER ROLE %I SET statement_timeout = ''60s''', partner || '_reports');
  EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 5', partner || '_reports');
END;
$$;
COMMIT;
