import { ROLES_OF_THE_NETWORK, STAFF_ROLES } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { data, Form, Link } from 'react-router'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, textsOf } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { EndAccess, InviteAgain } from '../session/end-access.tsx'
import { OwnPassword } from '../session/own-password.tsx'
import { sessionsOnScreen } from '../session/sessions.server.ts'
import { SessionsCard } from '../session/sessions-card.tsx'
import { moment } from '../texts/format.server.ts'
import { laboratoryOption } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/staff-member'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { id: ownId, permissions } = context.get(staffContext)
  const [members, laboratories] = await Promise.all([desk.api.staffMembers(), desk.api.deskLaboratories()])
  const member = members.find(({ id }) => id === params.staffId)
  if (!member) throw data(null, { status: 404 })
  const maySeeSessions = permissions.includes('staff.change')
  const sessions = maySeeSessions ? await desk.api.sessionsOfStaff(member.id) : null
  return {
    laboratories,
    sessions: sessions && sessionsOnScreen(sessions, desk),
    maySearchAudit: permissions.includes('audit.read'),
    mayChange: permissions.includes('staff.change') && member.id !== ownId && member.state !== 'ended',
    member: { ...member, lastLogin: member.lastLoginAt && moment(member.lastLoginAt, desk) },
    passkeyUsed: member.secondFactors?.passkeyUsedAt && moment(member.secondFactors.passkeyUsedAt, desk),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const id = params.staffId
  const form = await request.formData()
  const text = textsOf(form)
  const password = text('password')
  const roles = rolesOf(form)
  const done = await doIntent(desk, form, {
    roles: () => desk.api.changeStaffRoles(id, { ...roles, password }),
    inviteAgain: () => desk.api.inviteStaffAgain(id, { password }),
    end: () => desk.api.endStaff(id, { password }),
    endSession: () => desk.api.endSessionOfStaff(id, text('session')),
  })
  return answerForm({ ...done, typed: done.problem && roles })
}

/** Roles that a colleague changed in the meantime replace those chosen: pressing again does not overwrite them. */
export const shouldRevalidate = reloadAfterConflict

/** Each role at its chosen laboratories, or everywhere if none is chosen, as for roles of the whole network. */
function rolesOf(form: FormData) {
  const grants = STAFF_ROLES.filter((role) => form.getAll('roles').includes(role)).map((role) => {
    const places = form.getAll(`laboratories:${role}`).map(Number)
    return { role, laboratoryIds: places.length > 0 ? places : null }
  })
  return { grants, version: Number(form.get('version')) }
}

const DONE = {
  roles: 'desk:staff.rolesChanged',
  inviteAgain: 'desk:staff.invited',
  end: 'desk:staff.ended',
  endSession: 'desk:sessions.ended',
} as const

type Loaded = Route.ComponentProps['loaderData']

export default function StaffMember({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { member, mayChange, maySearchAudit } = loaded
  return (
    <>
      <title>{member.name}</title>
      <h1>{member.name}</h1>
      <p className="muted">
        {[member.email, member.lastLogin && `${t('desk:staff.lastLogin')}: ${member.lastLogin}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {done && !done.problem && (
        <Notice tone="ok" role="status">
          {t(DONE[done.intent as keyof typeof DONE])}
        </Notice>
      )}
      {done?.problem?.code === 'invalid_fields' ? (
        <Notice tone="bad" role="alert">
          {t('desk:staff.invalidRoles')}
        </Notice>
      ) : (
        <ProblemNotice problem={done?.problem} />
      )}
      <div className="deskColumns">
        <RolesForm key={JSON.stringify([member.id, member.grants])} {...loaded} done={done} />
        <div className="stack">
          {loaded.sessions && <SessionsCard sessions={loaded.sessions} />}
          <Card as="section" stacked>
            <h2>{t('desk:staff.access')}</h2>
            <SecondFactors {...loaded} />
            {mayChange && (
              <div className="stack stack-s" key={member.version}>
                <InviteAgain name={member.name} />
                <EndAccess name={member.name} />
              </div>
            )}
            {maySearchAudit && (
              <Link to={withQuery(pathOf('audit'), { staffId: member.id })}>{t('desk:audit.ofPerson')}</Link>
            )}
          </Card>
        </div>
      </div>
    </>
  )
}

function SecondFactors({ member: { secondFactors, state }, passkeyUsed }: Loaded) {
  const { t } = useTexts()
  if (!secondFactors || state === 'ended') return null
  const { hasApp, passkeys } = secondFactors
  return (
    <ul>
      <li>{t(hasApp ? 'desk:staff.hasApp' : 'desk:staff.noApp')}</li>
      <li>
        {passkeys === 0 ? t('desk:staff.noPasskeys') : t('desk:staff.passkeys', { count: passkeys })}
        {passkeyUsed && `, ${t('account.passkey.lastUsed', { date: passkeyUsed })}`}
      </li>
    </ul>
  )
}

type Done = Route.ComponentProps['actionData']

function RolesForm({ member, laboratories, mayChange, done }: Loaded & { done: Done }) {
  const texts = useTexts()
  const { t } = texts
  const { version } = member
  const own = done?.intent === 'roles' ? done : undefined
  // A page without scripts keeps nothing. What a colleague changed in the meantime is not overwritten unseen.
  const { grants } = own?.typed?.version === version ? own.typed : member
  const options = laboratories.map((each) => laboratoryOption(each, texts, { hasId: true }))
  return (
    <Card as="section">
      <Form method="post">
        <input type="hidden" name="version" value={version} />
        <fieldset disabled={!mayChange} className="stack stack-s">
          <legend>
            <h2>{t('desk:staff.roles')}</h2>
          </legend>
          <KeptFields form="roles" />
          {STAFF_ROLES.map((role) => {
            const grant = grants.find((one) => one.role === role)
            const places = grant?.laboratoryIds ?? []
            return (
              <div key={role} className="deskPairs">
                <label className="deskChoice">
                  <input type="checkbox" name="roles" value={role} defaultChecked={grant !== undefined} />{' '}
                  {t(`desk:role.${role}`)}
                </label>
                {!ROLES_OF_THE_NETWORK.includes(role) && (
                  <details open={places.length > 0}>
                    <summary>{t('desk:staff.where', { role: t(`desk:role.${role}`) })}</summary>
                    <SelectField
                      name={`laboratories:${role}`}
                      multiple
                      size={4}
                      label={t('desk:today.laboratories')}
                      hint={t('desk:staff.noneChosen')}
                      defaultValue={places.map(String)}
                      options={options}
                    />
                  </details>
                )}
              </div>
            )
          })}
          {mayChange && (
            <>
              <OwnPassword isWrong={own?.problem?.fields.includes('password')} />
              <SubmitButton name="intent" value="roles">
                {t('desk:staff.saveRoles')}
              </SubmitButton>
            </>
          )}
        </fieldset>
      </Form>
    </Card>
  )
}
