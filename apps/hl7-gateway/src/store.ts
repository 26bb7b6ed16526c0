import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AckError } from './messages/acknowledge.ts'

/** NW: new order; CA: cancellation. HL7's table 0119. */
export type OrderControl = 'NW' | 'CA'

/**
 * A message to the laboratory. Its content is read again each time it is sent, so no name and no analysis is
 * stored here.
 */
export interface Outgoing {
  controlId: string
  control: OrderControl
  orderNumber: string
  /** `Patient/…` */
  patient: string
  /** The numbers on the tubes' labels: the order's and the line's. */
  placers: string[]
  attempts: number
  /** It was sent at least once without an answer: the laboratory may have taken it. */
  mayBeKnown: boolean
}

export interface Acknowledged {
  code: 'AA' | 'AE' | 'AR'
  errors: AckError[]
}

export interface ReceivedMessage {
  /** MSH-3 and MSH-4. */
  sender: string
  controlId: string
  digest: string
}

const TABLES = `
  create table if not exists outgoing (
    control_id text primary key,
    control text not null,
    order_number text not null,
    patient text not null,
    placers text not null,
    attempts integer not null default 0,
    next_try_at integer not null,
    accepted_at integer,
    may_be_known integer not null default 1,
    refusals integer not null default 0
  ) strict;
  create index if not exists outgoing_waiting on outgoing (order_number) where accepted_at is null;
  create table if not exists placed (
    placer text primary key,
    control text not null
  ) strict;
  create table if not exists received (
    sender text not null,
    control_id text not null,
    digest text not null,
    acknowledged text not null,
    at integer not null,
    primary key (sender, control_id)
  ) strict;
  create table if not exists report (
    placer text primary key,
    report_id text not null
  ) strict;
  create table if not exists cancelled_by_laboratory (
    placer text primary key,
    is_stored integer not null
  ) strict;
  create table if not exists seen (
    only_row integer primary key check (only_row = 1),
    last_updated text not null
  ) strict;`

/**
 * Columns that files of earlier releases lack. Those did not note which of their messages were sent without an answer:
 * any of them may have been.
 */
const LATER_COLUMNS = {
  may_be_known: 'alter table outgoing add column may_be_known integer not null default 1',
  refusals: 'alter table outgoing add column refusals integer not null default 0',
}

/**
 * How often a message's content is refused until it is set aside, which is then tried only once a day: with the usual
 * pauses, for an hour. Long enough for a system that answers AE for a fault of its own that passes.
 */
export const MOST_REFUSALS = 20
const DAY_MS = 86_400_000
const IS_SENT = `accepted_at is null and refusals < ${MOST_REFUSALS}`
const IS_SET_ASIDE = `accepted_at is null and refusals >= ${MOST_REFUSALS}`

/** Those that are due, without those that name an analysis which an earlier waiting message also names. */
const DUE = `
  select * from outgoing as one
  where accepted_at is null and next_try_at <= ? and not exists (
    select 1 from outgoing as earlier, json_each(earlier.placers) as theirs, json_each(one.placers) as ours
    where earlier.accepted_at is null and earlier.order_number = one.order_number
      and earlier.rowid < one.rowid and theirs.value = ours.value
  )
  order by rowid limit 100`

const KEPT_MS = 90 * DAY_MS

/** The gateway's memory in its own file: ids, numbers and times. */
export function openStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(folder, 'gateway.sqlite'))
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 3000;')
  file.exec(TABLES)
  const columns = file.prepare('pragma table_info(outgoing)').all()
  for (const [column, addition] of Object.entries(LATER_COLUMNS)) {
    if (!columns.some(({ name }) => name === column)) file.exec(addition)
  }
  const insertOutgoing = file.prepare(
    `insert into outgoing (control_id, control, order_number, patient, placers, next_try_at, may_be_known)
      values (?, ?, ?, ?, ?, ?, 0)`,
  )
  const place = file.prepare(
    'insert into placed (placer, control) values (?, ?) on conflict (placer) do update set control = excluded.control',
  )
  const tryOnceMore = file.prepare(
    `update outgoing set next_try_at = ? where order_number = ? and ${IS_SET_ASIDE}`,
  )
  const due = file.prepare(DUE)
  const waitingOf = file.prepare(
    'select control_id, placers from outgoing where accepted_at is null and order_number = ?',
  )
  const end = file.prepare('update outgoing set accepted_at = ? where control_id = ?')
  const narrow = file.prepare('update outgoing set placers = ? where control_id = ?')

  /** Does all of it or nothing. */
  function atOnce(work: () => void): void {
    file.exec('begin immediate')
    try {
      work()
      file.exec('commit')
    } catch (error) {
      file.exec('rollback')
      throw error
    }
  }

  return {
    /** The latest control queued or sent for an ordered analysis; null: none. */
    controlOf(placer: string): OrderControl | null {
      const row = file.prepare('select control from placed where placer = ?').get(placer)
      return (row?.control as OrderControl | undefined) ?? null
    },
    /**
     * Stores a message to be sent, completely or not at all. What was set aside of the order is tried once more: the
     * message would wait for it.
     */
    addOutgoing(message: Omit<Outgoing, 'attempts' | 'mayBeKnown'>, now: Date): void {
      const { controlId, control, orderNumber, patient, placers } = message
      atOnce(() => {
        insertOutgoing.run(controlId, control, orderNumber, patient, JSON.stringify(placers), now.getTime())
        for (const placer of placers) place.run(placer, control)
        tryOnceMore.run(now.getTime(), orderNumber)
      })
    },
    /** The messages to be sent now, oldest first; none while an earlier one about the same analysis waits. */
    dueOutgoing(now: Date): Outgoing[] {
      return due.all(now.getTime()).map((row) => ({
        controlId: String(row.control_id),
        control: row.control as OrderControl,
        orderNumber: String(row.order_number),
        patient: String(row.patient),
        placers: JSON.parse(String(row.placers)),
        attempts: Number(row.attempts),
        mayBeKnown: row.may_be_known === 1,
      }))
    },
    waitingOutgoing(): number {
      return Number(file.prepare(`select count(*) as n from outgoing where ${IS_SENT}`).get()!.n)
    },
    /** The messages that are tried only once a day, because the laboratory refused them too often. */
    setAsideOutgoing(): number {
      return Number(file.prepare(`select count(*) as n from outgoing where ${IS_SET_ASIDE}`).get()!.n)
    },
    /** Counts that the content of a message was refused; true: too often, it is set aside until tomorrow. */
    noteRefused(controlId: string, now: Date): boolean {
      file.prepare('update outgoing set refusals = refusals + 1 where control_id = ?').run(controlId)
      const { changes } = file
        .prepare(`update outgoing set next_try_at = ? where control_id = ? and ${IS_SET_ASIDE}`)
        .run(now.getTime() + DAY_MS, controlId)
      return changes === 1
    },
    /** Ends a message: it is not sent again. */
    end(controlId: string, now: Date): void {
      end.run(now.getTime(), controlId)
    },
    /** Ends a message of which the laboratory knows nothing, and what waits to cancel it there, now or later. */
    drop({ controlId, orderNumber, placers }: Outgoing, now: Date): void {
      atOnce(() => {
        end.run(now.getTime(), controlId)
        for (const row of waitingOf.all(orderNumber)) {
          const named: string[] = JSON.parse(String(row.placers))
          const left = named.filter((placer) => !placers.includes(placer))
          if (left.length === 0) end.run(now.getTime(), row.control_id!)
          else narrow.run(JSON.stringify(left), row.control_id!)
        }
        for (const placer of placers) place.run(placer, 'CA')
      })
    },
    /** Before a message is sent: if the process ends during it, the laboratory may have the message. */
    noteSending(controlId: string): void {
      file.prepare('update outgoing set may_be_known = 1 where control_id = ?').run(controlId)
    },
    tryAgain({ controlId, mayBeKnown }: Outgoing, at: Date): void {
      file
        .prepare(
          'update outgoing set attempts = attempts + 1, next_try_at = ?, may_be_known = ? where control_id = ?',
        )
        .run(at.getTime(), mayBeKnown ? 1 : 0, controlId)
    },
    lastUpdated(): string | null {
      return (file.prepare('select last_updated from seen').get()?.last_updated as string | undefined) ?? null
    },
    noteLastUpdated(lastUpdated: string): void {
      file
        .prepare(
          'insert into seen values (1, ?) on conflict (only_row) do update set last_updated = excluded.last_updated',
        )
        .run(lastUpdated)
    },
    /**
     * The answer to the same message. The same control id with other content is another message, because
     * counters may restart.
     */
    received({ sender, controlId, digest }: ReceivedMessage): Acknowledged | null {
      const row = file
        .prepare('select acknowledged from received where sender = ? and control_id = ? and digest = ?')
        .get(sender, controlId, digest)
      return row ? JSON.parse(String(row.acknowledged)) : null
    },
    noteReceived(
      { sender, controlId, digest }: ReceivedMessage,
      acknowledged: Acknowledged,
      now: Date,
    ): void {
      file
        .prepare('insert or replace into received values (?, ?, ?, ?, ?)')
        .run(sender, controlId, digest, JSON.stringify(acknowledged), now.getTime())
    },
    reportOf(placer: string): string | null {
      const row = file.prepare('select report_id from report where placer = ?').get(placer)
      return (row?.report_id as string | undefined) ?? null
    },
    noteReport(placer: string, reportId: string): void {
      file.prepare('insert or replace into report values (?, ?)').run(placer, reportId)
    },
    /** Whether the laboratory's latest report says that it cancelled the analysis itself. */
    isCancelledByLaboratory(placer: string): boolean {
      return file.prepare('select 1 from cancelled_by_laboratory where placer = ?').get(placer) !== undefined
    },
    /** Before a report that cancels an analysis is passed on: the request it revokes can be found at once. */
    expectCancelled(placer: string): void {
      file
        .prepare('insert into cancelled_by_laboratory values (?, 0) on conflict (placer) do nothing')
        .run(placer)
    },
    /** After the report was refused. An earlier one that was stored still counts. */
    forgetExpected(placer: string): void {
      file.prepare('delete from cancelled_by_laboratory where placer = ? and is_stored = 0').run(placer)
    },
    /** After a report was stored. */
    noteCancelled(placer: string, isCancelled: boolean): void {
      const change = isCancelled
        ? 'insert or replace into cancelled_by_laboratory values (?, 1)'
        : 'delete from cancelled_by_laboratory where placer = ?'
      file.prepare(change).run(placer)
    },
    /** Deletes records of messages so old that they are no longer sent again. */
    forgetOld(now: Date): void {
      const before = now.getTime() - KEPT_MS
      file.prepare('delete from received where at < ?').run(before)
      file.prepare('delete from outgoing where accepted_at < ?').run(before)
    },
    close: () => file.close(),
  }
}
export type Store = ReturnType<typeof openStore>
