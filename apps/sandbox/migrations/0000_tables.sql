CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "sandbox"."analyser_work" (
	"service_request_id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"request" jsonb NOT NULL,
	"seed" text NOT NULL,
	"plan" text NOT NULL,
	"stage" text NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."attachment" (
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"is_text" boolean NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "attachment_message_id_position_pk" PRIMARY KEY("message_id","position")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."checkout" (
	"token" text PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts_left" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."message_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp with time zone NOT NULL,
	"sender" text NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "message_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."notification" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."notification_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_uid" uuid,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"signature" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"next_try_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transaction" (
	"uid" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."transaction_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" text,
	"parent_uid" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox"."attachment" ADD CONSTRAINT "attachment_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "sandbox"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."notification" ADD CONSTRAINT "notification_transaction_uid_transaction_uid_fk" FOREIGN KEY ("transaction_uid") REFERENCES "sandbox"."transaction"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transaction" ADD CONSTRAINT "transaction_token_checkout_token_fk" FOREIGN KEY ("token") REFERENCES "sandbox"."checkout"("token") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analyser_work_order_number_index" ON "sandbox"."analyser_work" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "analyser_work_changed_at_index" ON "sandbox"."analyser_work" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "checkout_open" ON "sandbox"."checkout" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "message_recipients_index" ON "sandbox"."message" USING gin ("recipients");--> statement-breakpoint
CREATE INDEX "notification_transaction_uid_index" ON "sandbox"."notification" USING btree ("transaction_uid");--> statement-breakpoint
CREATE INDEX "notification_due" ON "sandbox"."notification" USING btree ("next_try_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "transaction_token_index" ON "sandbox"."transaction" USING btree ("token");--> statement-breakpoint
CREATE INDEX "transaction_parent_uid_index" ON "sandbox"."transaction" USING btree ("parent_uid");