import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { DeskTable } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'

/** Ids alone stand in the address: they are nobody's name. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const query = new URL(request.url).searchParams
  const staffId = query.get('staffId') ?? ''
  const objectId = query.get('objectId')?.trim() ?? ''
  const [members, lines] = await answered(
    desk,
    Promise.all([
      desk.api.staffMembers(),
      // What is no id names nothing.
      isId(objectId)
        ? desk.api.searchAudit({ staffId: staffId || undefined, objectId: objectId || undefined })
        : [],
    ]),
  )
  return {
    staffId,
    objectId,
    members: members.map(({ id, name }) => ({ id, name })),
    lines: lines.map((line) => ({ ...line, when: moment(line.at, desk) })),
  }
}

const isId = (id: string) => id === '' || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

export default function Audit() {
  const { t } = useTexts()
  const { staffId, objectId, members, lines } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('desk:nav.audit')}</title>
      <h1>{t('desk:nav.audit')}</h1>
      <Form method="get" className="deskTools" key={`${staffId} ${objectId}`}>
        <SelectField
          name="staffId"
          label={t('desk:audit.person')}
          defaultValue={staffId}
          options={[
            { value: '', label: t('desk:audit.anybody') },
            ...members.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          name="objectId"
          label={t('desk:audit.object')}
          defaultValue={objectId}
          autoComplete="off"
          spellCheck={false}
        />
        <SubmitButton look="quiet" icon="search">
          {t('desk:orders.submit')}
        </SubmitButton>
      </Form>
      <p role="status">{t('desk:audit.found', { count: lines.length })}</p>
      <DeskTable
        caption={t('desk:nav.audit')}
        rows={lines}
        // One request may write the same line twice, and none moves.
        keyOf={({ requestId }, index) => `${requestId} ${index}`}
        columns={[
          { id: 'time', head: t('desk:today.time'), cell: ({ when }) => when, sortBy: ({ at }) => at },
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
                {t(`desk:audit.action.${action}`)} <span className="deskCode">{kind}</span>
              </>
            ),
            sortBy: ({ action, kind }) => `${t(`desk:audit.action.${action}`)} ${kind}`,
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
    </>
  )
}
