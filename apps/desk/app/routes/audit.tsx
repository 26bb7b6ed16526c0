import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
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
    lines: lines.map((line) => ({ ...line, at: moment(line.at, desk) })),
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
      {lines.length > 0 && (
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t('desk:nav.audit')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:today.time')}</th>
                <th scope="col">{t('desk:audit.who')}</th>
                <th scope="col">{t('desk:audit.did')}</th>
                <th scope="col">{t('desk:audit.object')}</th>
                <th scope="col">{t('desk:audit.request')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one request may write the same line twice, and none moves
                <tr key={`${line.requestId} ${index}`}>
                  <td>{line.at}</td>
                  <td>
                    {t(`desk:audit.actor.${line.actor}`)}{' '}
                    <span className="muted">{line.staffName ?? line.clientId}</span>
                  </td>
                  <td>
                    {t(`desk:audit.action.${line.action}`)} <span className="deskCode">{line.kind}</span>
                  </td>
                  <td className="deskCode">
                    {line.objectId && (
                      <Link to={withQuery(pathOf('audit'), { objectId: line.objectId })}>
                        {line.objectId}
                      </Link>
                    )}
                  </td>
                  <td className="deskCode muted">{line.requestId}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
