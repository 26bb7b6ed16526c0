import {
  AUDIT_ACTIONS,
  AUDIT_FILTERS,
  AUDIT_KINDS,
  AUDIT_LINES,
  type AuditKind,
  type AuditLine,
  type AuditSearch,
} from '@shop/contract/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link } from 'react-router'
import { bareNumber, NUMBER_PATTERN } from '../forms/bare-number.ts'
import { problemOf } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { type Desk, deskContext } from '../session/desk-context.server.ts'
import { DeskTable } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/audit'

type Filter = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>

const given = (value: string | null, name?: string) =>
  name === 'number' ? bareNumber(value) : value?.trim() || undefined

/** Ids, numbers, kinds and days are in the address: none of them is a name. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const query = url.searchParams
  const filter: Filter = Object.fromEntries(
    AUDIT_FILTERS.map((name) => [name, given(query.get(name), name)]).filter(([, value]) => value),
  )
  const before = given(query.get('before'))
  const [members, found] = await Promise.all([desk.api.staffMembers(), find(desk, { ...filter, before })])
  const last = found.lines.length === AUDIT_LINES ? found.lines.at(-1)!.id : undefined
  return {
    filter,
    wrong: found.wrong,
    isFirst: before === undefined,
    older: last && withQuery(pathOf('audit'), { ...filter, before: last }),
    members: members.map(({ id, name }) => ({ id, name })),
    lines: found.lines.map((line) => ({ ...line, when: moment(line.at, desk) })),
  }
}

/** The lines, or the fields with values that the main API cannot search for. */
async function find(
  desk: Desk,
  search: Filter & { before: string | undefined },
): Promise<{ lines: AuditLine[]; wrong: string[] }> {
  try {
    return { lines: await desk.api.searchAudit(search as AuditSearch), wrong: [] }
  } catch (error) {
    const { code, fields } = problemOf(desk, error)
    if (code !== 'invalid_fields') throw error
    return { lines: [], wrong: fields }
  }
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { filter, wrong, isFirst, older, members, lines } = loaderData
  const errorOf = (name: 'number' | 'objectId' | 'from' | 'to') =>
    wrong.includes(name) ? t(`desk:audit.wrong.${name}`) : undefined
  const notListed = (name: keyof Filter) => (wrong.includes(name) ? t('desk:audit.wrong.other') : undefined)
  const kindOf = (kind: string) => (isKind(kind) ? t(`desk:audit.kind.${kind}`) : kind)
  return (
    <>
      <title>{t('desk:nav.audit')}</title>
      <h1>{t('desk:nav.audit')}</h1>
      <Form method="get" className="deskTools" key={JSON.stringify(filter)}>
        <SelectField
          name="staffId"
          label={t('desk:audit.person')}
          error={notListed('staffId')}
          defaultValue={filter.staffId ?? ''}
          options={[
            { value: '', label: t('desk:audit.anybody') },
            ...members.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          name="action"
          label={t('desk:audit.did')}
          error={notListed('action')}
          placeholder={t('desk:money.anyState')}
          defaultValue={filter.action ?? ''}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: t(`desk:audit.action.${value}`) }))}
        />
        <SelectField
          name="kind"
          label={t('desk:audit.record')}
          error={notListed('kind')}
          placeholder={t('desk:money.anyState')}
          defaultValue={filter.kind ?? ''}
          options={AUDIT_KINDS.map((value) => ({ value, label: t(`desk:audit.kind.${value}`) }))}
        />
        <TextField
          name="number"
          label={t('documents.support.orderNumber')}
          error={errorOf('number')}
          defaultValue={filter.number}
          pattern={NUMBER_PATTERN}
          size={10}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="from"
          type="date"
          label={t('desk:money.from')}
          error={errorOf('from')}
          defaultValue={filter.from}
        />
        <TextField
          name="to"
          type="date"
          label={t('desk:money.to')}
          error={errorOf('to')}
          defaultValue={filter.to}
        />
        <TextField
          name="objectId"
          label={t('desk:audit.object')}
          error={errorOf('objectId')}
          defaultValue={filter.objectId}
          // A name must not get into the address.
          pattern="(?=.*\d)[\w .:\-]{1,100}"
          autoComplete="off"
          size={38}
          spellCheck={false}
        />
        <SubmitButton look="quiet" icon="search">
          {t('desk:find')}
        </SubmitButton>
      </Form>
      <p role="status">{wrong.length > 0 ? '' : t('desk:audit.found', { count: lines.length })}</p>
      <DeskTable
        caption={t('desk:nav.audit')}
        rows={lines}
        isPart={!isFirst || older !== undefined}
        // One request may write the same line twice, and the order is fixed.
        keyOf={({ requestId }, index) => `${requestId} ${index}`}
        columns={[
          {
            id: 'time',
            head: t('order.confirm.dateAndTime'),
            cell: ({ when }) => when,
            sortBy: ({ at }) => at,
          },
          {
            id: 'who',
            head: t('desk:audit.who'),
            cell: ({ actor, staffName, clientId }) => (
              <>
                {t(`desk:audit.actor.${actor}`)} <span className="muted">{staffName ?? clientId}</span>
              </>
            ),
            sortBy: ({ actor, staffName, clientId }) =>
              `${t(`desk:audit.actor.${actor}`)} ${staffName ?? clientId ?? ''}`,
          },
          {
            id: 'did',
            head: t('desk:audit.did'),
            cell: ({ action, kind }) => (
              <>
                {t(`desk:audit.action.${action}`)}: <span className="muted">{kindOf(kind)}</span>
              </>
            ),
            sortBy: ({ action, kind }) => `${t(`desk:audit.action.${action}`)} ${kindOf(kind)}`,
          },
          {
            id: 'object',
            head: t('desk:audit.object'),
            cell: (line) =>
              line.objectId && (
                <Link to={withQuery(pathOf('audit'), { objectId: line.objectId })}>{line.objectId}</Link>
              ),
            className: 'deskCode',
          },
          {
            id: 'request',
            head: t('desk:audit.request'),
            cell: ({ requestId }) => requestId,
            className: 'deskCode muted',
          },
        ]}
      />
      <div className="row row-wrap">
        {!isFirst && (
          <ButtonLink look="quiet" to={withQuery(pathOf('audit'), filter)}>
            {t('desk:money.newest')}
          </ButtonLink>
        )}
        {older && (
          <ButtonLink look="quiet" to={older}>
            {t('desk:money.older')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** The next release may write further kinds. */
const isKind = (kind: string): kind is AuditKind => AUDIT_KINDS.some((known) => known === kind)
