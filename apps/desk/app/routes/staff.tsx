import type { InvitedStaff } from '@shop/contract/staff'
import { LOCALES } from '@shop/domain/locale'
import { ROLES_OF_THE_NETWORK, STAFF_ROLES } from '@shop/domain/staff'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, textsOf } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'
import { findColleagues } from '../session/colleagues.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { EndAccess, InviteAgain } from '../session/end-access.tsx'
import { OwnPassword } from '../session/own-password.tsx'
import { DeskTable, NO_VALUE, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import { laboratoryOption } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/staff'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { id, permissions } = context.get(staffContext)
  const [all, laboratories] = await Promise.all([desk.api.staffMembers(), desk.api.deskLaboratories()])
  const find = url.searchParams.get('find')?.trim() ?? ''
  const { members, isLong } = findColleagues(all, find)
  return {
    find,
    isLong,
    ownId: id,
    mayChange: permissions.includes('staff.change'),
    locale: desk.locale,
    laboratories,
    members: members.map((member) => ({
      ...member,
      lastLogin: member.lastLoginAt && moment(member.lastLoginAt, desk),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const text = textsOf(form)
  const id = text('id')
  const password = text('password')
  const invited = invitationOf(form)
  const done = await doIntent(desk, form, {
    invite: () => desk.api.inviteStaff({ ...invited, password }),
    inviteAgain: () => desk.api.inviteStaffAgain(id, { password }),
    end: () => desk.api.endStaff(id, { password }),
  })
  return answerForm({ ...done, typed: done.problem && invited })
}

/** Roles of the whole network apply everywhere; others at the chosen laboratories, or everywhere if none is chosen. */
function invitationOf(form: FormData): InvitedStaff {
  const places = form.getAll('laboratoryIds').map(Number)
  const grants = STAFF_ROLES.filter((role) => form.getAll('roles').includes(role)).map((role) => ({
    role,
    laboratoryIds: places.length === 0 || ROLES_OF_THE_NETWORK.includes(role) ? null : places,
  }))
  const text = textsOf(form)
  const locale = LOCALES.find((known) => known === text('locale')) ?? 'en'
  return { email: text('email'), name: text('name'), locale, grants }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Staff({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const invited = useEmptied(done, done?.intent === 'invite' && !done.problem)
  return (
    <>
      <title>{t('desk:nav.staff')}</title>
      <h1>{t('desk:nav.staff')}</h1>
      {done && !done.problem && (
        <Notice tone="ok" role="status">
          {t(done.intent === 'end' ? 'desk:staff.ended' : 'desk:staff.invited')}
        </Notice>
      )}
      {done?.problem?.code === 'invalid_fields' ? (
        <Notice tone="bad" role="alert">
          {t('desk:staff.invalid')}
        </Notice>
      ) : (
        <ProblemNotice problem={done?.problem} />
      )}
      <div className="deskColumns">
        <div className="stack">
          {loaded.isLong && <FindColleague find={loaded.find} />}
          <Members {...loaded} />
        </div>
        {loaded.mayChange && <InviteForm key={invited} {...loaded} done={done} />}
      </div>
    </>
  )
}

function FindColleague({ find }: Pick<Loaded, 'find'>) {
  const { t } = useTexts()
  return (
    <Form method="get" role="search" className="deskTools" key={find}>
      <TextField
        name="find"
        type="search"
        label={t('desk:staff.find')}
        defaultValue={find}
        autoComplete="off"
      />
      <SubmitButton look="quiet" icon="search">
        {t('desk:find')}
      </SubmitButton>
    </Form>
  )
}

const STATES = {
  invited: 'desk:staff.stateInvited',
  active: 'desk:staff.stateActive',
  ended: 'desk:staff.stateEnded',
} as const

function Members({ members, mayChange, ownId }: Loaded) {
  const { t } = useTexts()
  return (
    <DeskTable
      caption={t('desk:nav.staff')}
      rows={members}
      keyOf={({ id }) => id}
      none={<span role="status">{t('desk:offers.noneFound')}</span>}
      columns={[
        {
          id: 'name',
          head: t('account.settings.name'),
          cell: ({ id, name, email }) => (
            <>
              <RowLink to={pathOf('staffMember', { staffId: id })}>{name}</RowLink>
              <div className="muted small">{email}</div>
            </>
          ),
          sortBy: ({ name }) => name,
        },
        {
          id: 'roles',
          head: t('desk:staff.roles'),
          cell: ({ grants }) =>
            grants
              .map(({ role, laboratoryIds }) =>
                laboratoryIds
                  ? `${t(`desk:role.${role}`)} (${laboratoryIds.join(', ')})`
                  : t(`desk:role.${role}`),
              )
              .join(', '),
        },
        {
          id: 'state',
          head: t('desk:status'),
          cell: ({ state }) => <Tag tone={state === 'active' ? 'ok' : 'wait'}>{t(STATES[state])}</Tag>,
          sortBy: ({ state }) => t(STATES[state]),
        },
        {
          id: 'lastLogin',
          head: t('desk:staff.lastLogin'),
          cell: ({ lastLogin }) => lastLogin ?? NO_VALUE,
          sortBy: ({ lastLoginAt }) => lastLoginAt,
          className: 'nowrap',
        },
        mayChange && {
          id: 'steps',
          head: t('desk:actions'),
          cell: ({ id, state, name, version }) =>
            state !== 'ended' &&
            id !== ownId && (
              // Once done, they are closed again.
              <div className="stack stack-s" key={version}>
                <InviteAgain name={name} values={{ id }} />
                <EndAccess name={name} values={{ id }} />
              </div>
            ),
        },
      ]}
    />
  )
}

type Done = Route.ComponentProps['actionData']

function InviteForm({ laboratories, locale, done }: Loaded & { done: Done }) {
  const texts = useTexts()
  const { t } = texts
  const own = done?.intent === 'invite' ? done : undefined
  // A page without scripts keeps nothing.
  const typed = own?.typed
  const places = typed?.grants.flatMap(({ laboratoryIds }) => laboratoryIds ?? [])
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:staff.invite')}</h2>
        <KeptFields form="invite" />
        <TextField
          name="name"
          label={t('account.settings.name')}
          defaultValue={typed?.name}
          autoComplete="off"
          required
        />
        <TextField
          name="email"
          type="email"
          label={t('forms.person.email')}
          defaultValue={typed?.email}
          autoComplete="off"
          required
        />
        <SelectField
          name="locale"
          label={t('shell.language')}
          defaultValue={typed?.locale ?? locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
        <fieldset>
          <legend>
            <strong>{t('desk:staff.roles')}</strong>
          </legend>
          <div className="deskPairs">
            {STAFF_ROLES.map((role) => (
              <label key={role} className="deskChoice">
                <input
                  type="checkbox"
                  name="roles"
                  value={role}
                  defaultChecked={typed?.grants.some((grant) => grant.role === role)}
                />{' '}
                {t(`desk:role.${role}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <SelectField
          name="laboratoryIds"
          multiple
          size={5}
          label={t('desk:today.laboratories')}
          hint={t('desk:staff.laboratoriesHint')}
          defaultValue={places?.map(String)}
          options={laboratories.map((each) => laboratoryOption(each, texts, { hasId: true }))}
        />
        <OwnPassword isWrong={own?.problem?.fields.includes('password')} />
        <SubmitButton name="intent" value="invite">
          {t('desk:staff.sendInvitation')}
        </SubmitButton>
      </Form>
    </Card>
  )
}
