import { readPasskeyAnswer } from '@shop/contract/accounts'
import { LONGEST_PASSKEY_NAME } from '@shop/contract/input-lengths'
import { makePasskey, usePasskeysHere } from '@shop/storefront/pages/use-passkey.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { type FormEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { useKeptWords } from '../forms/kept-words.ts'
import { readNewPasskey, readProblem } from '../forms/own-answers.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, type FormProblem, textsOf } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { LanguageChoice } from '../session/language-choice.tsx'
import { sessionsOnScreen } from '../session/sessions.server.ts'
import { SessionsCard } from '../session/sessions-card.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/passkeys'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const [passkeys, sessions] = await Promise.all([desk.api.staffPasskeys(), desk.api.staffSessions()])
  return {
    sessions: sessionsOnScreen(sessions, desk),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: moment(createdAt, desk),
      lastUsed: lastUsedAt && moment(lastUsedAt, desk),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const { api } = desk
  const text = textsOf(form)
  const done = await doIntent(desk, form, {
    add: () => api.addStaffPasskey({ ...readPasskeyAnswer(text('passkey')), name: text('name') }),
    endSession: () => api.endStaffSession(text('session'), { password: text('password') }),
    remove: () => api.removeStaffPasskey(text('id')),
  })
  return answerForm(done)
}

/** The member of staff's own language, sessions and passkeys: for anyone logged in, whatever their roles. */
export default function Passkeys({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { passkeys, sessions } = loaderData
  const isOffered = usePasskeysHere()
  return (
    <div className="stack deskReading">
      <title>{t('desk:sessions.access')}</title>
      <h1>{t('desk:sessions.access')}</h1>
      <ProblemNotice problem={done?.problem} />
      <Card as="section" stacked>
        <h2>{t('shell.language')}</h2>
        <LanguageChoice />
      </Card>
      <SessionsCard sessions={sessions} isOwn />
      <Card as="section" stacked>
        <h2>{t('account.passkey.title')}</h2>
        <p className="muted">{t('desk:passkeys.text')}</p>
        {passkeys.map(({ id, name, created, lastUsed }) => (
          <Form key={id} method="post" className="row row-wrap between">
            <span>
              <b>{name}</b>{' '}
              <span className="small muted">
                {lastUsed
                  ? t('account.passkey.lastUsed', { date: lastUsed })
                  : t('account.passkey.created', { date: created })}
              </span>
            </span>
            <input type="hidden" name="id" value={id} />
            <SubmitButton look="danger" name="intent" value="remove">
              {t('desk:passkeys.remove', { name })}
            </SubmitButton>
          </Form>
        ))}
        {isOffered && <NewPasskey />}
        {isOffered === false && <p className="small muted">{t('account.passkey.notHere')}</p>}
        <noscript>
          <p className="small muted">{t('account.passkey.notHere')}</p>
        </noscript>
      </Card>
    </div>
  )
}

function NewPasskey() {
  const { t } = useTexts()
  const submit = useSubmit()
  const [name, setName] = useKeptWords('passkey', '')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const password = String(given.get('password'))
    setProblem(null)
    setHasFailed(false)
    try {
      const answer = await fetch(pathOf('passkeyOptions'), {
        method: 'POST',
        body: new URLSearchParams({ password }),
      })
      const body: unknown = await answer.json()
      const refused = answer.status === 422 && readProblem(body)
      if (refused) return setProblem(refused)
      const asked = readNewPasskey(body)
      if (!asked) throw new Error(`options: ${answer.status}`)
      const passkey = await makePasskey(asked)
      form.reset()
      setName('')
      await submit({ intent: 'add', name, passkey }, { method: 'post' })
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <form className="stack" onSubmit={make}>
      <ProblemNotice problem={problem} />
      <TextField
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        label={t('account.passkey.name')}
        hint={t('desk:passkeys.nameHint')}
        autoComplete="off"
        maxLength={LONGEST_PASSKEY_NAME}
        required
      />
      <TextField
        name="password"
        type="password"
        label={t('account.yourPassword')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" icon="key-round" wide>
        {t('desk:passkeys.make')}
      </Button>
      <p role="status" className="small muted">
        {hasFailed && t('account.passkey.notMade')}
      </p>
    </form>
  )
}
