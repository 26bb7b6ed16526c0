import { readPasskeyAnswer } from '@shop/contract/accounts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { data, Form, redirect } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { problemOf, textsOf } from '../forms/run-form.server.ts'
import { localPath } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { LanguageChoice } from '../session/language-choice.tsx'
import { PasskeyLogin } from '../session/passkey-login.tsx'
import { useNothingKept } from '../shell/leaving.ts'
import { LostAnswerNotice } from '../shell/lost-answer-notice.tsx'
import type { Route } from './+types/login'

export function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams
  if (context.get(deskContext).cookies.session) throw redirect(localPath(query.get('to')))
  return { isOver: query.has('over') }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const { api, cookies } = desk
  const form = await request.formData()
  const text = textsOf(form)
  try {
    const secondFactor = form.has('passkey')
      ? { passkey: readPasskeyAnswer(text('passkey')) }
      : { code: text('code') }
    const credentials = { email: text('email'), password: text('password'), ...secondFactor }
    cookies.start(await api.staffLogin(credentials), new Date())
  } catch (error) {
    const problem = problemOf(desk, error, true)
    // Values of an invalid format get the same message as any other wrong ones.
    const code = problem.code === 'invalid_fields' ? 'invalid_credentials' : problem.code
    return data({ problem: { ...problem, code }, email: text('email') }, { status: 422 })
  }
  throw redirect(localPath(url.searchParams.get('to')))
}

export default function Login({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { t } = useTexts()
  const { isOver } = loaderData
  // Whatever ended the session, what the device has kept of it is removed too.
  useNothingKept()
  return (
    <main className="deskMain deskNarrow stack">
      <LostAnswerNotice />
      <title>{t('desk:login.title')}</title>
      <h1>{t('desk:login.title')}</h1>
      {isOver && !failure && <Notice tone="info">{t('desk:login.over')}</Notice>}
      <ProblemNotice problem={failure?.problem} />
      <Card>
        <Form method="post" className="stack">
          <TextField
            name="email"
            type="email"
            label={t('forms.person.email')}
            autoComplete="username"
            defaultValue={failure?.email}
            required
          />
          <TextField
            name="password"
            type="password"
            label={t('account.password')}
            autoComplete="current-password"
            required
          />
          <TextField
            name="code"
            label={t('desk:login.code')}
            hint={t('desk:login.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <SubmitButton look="primary" wide>
            {t('account.login.submit')}
          </SubmitButton>
          <PasskeyLogin />
        </Form>
      </Card>
      <p className="muted small">{t('desk:login.lost')}</p>
      <LanguageChoice />
    </main>
  )
}
