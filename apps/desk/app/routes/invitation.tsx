import { SHORTEST_PASSWORD } from '@shop/contract/input-lengths'
import { qrCode } from '@shop/contract/qr-code'
import { LinkTokenField, readLinkToken, useLinkToken } from '@shop/storefront/pages/link-token.tsx'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useEffect } from 'react'
import { data, Form, redirect, useSubmit } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { type FormProblem, problemOf, textsOf } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'
import { type Desk, deskContext } from '../session/desk-context.server.ts'
import { LostAnswerNotice } from '../shell/lost-answer-notice.tsx'
import type { Route } from './+types/invitation'

async function open(desk: Desk, token: string) {
  const { name, email, secret, uri } = await desk.api.openInvitation({ token })
  return { token, name, email, secret, qr: qrCode(uri) }
}
type Opened = Awaited<ReturnType<typeof open>>

/** An open page of the previous release asks for the data of its loader after each form. */
export const loader = () => null

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const text = textsOf(form)
  const token = readLinkToken(text('token'))
  const isOpening = text('intent') === 'open'
  try {
    if (isOpening) return { opened: await open(desk, token), problem: null }
    const accepted = { token, password: text('password'), code: text('code') }
    desk.cookies.start(await desk.api.acceptInvitation(accepted), new Date())
  } catch (error) {
    const problem = problemOf(desk, error, true)
    // With an invalid field the invitation is still open. Each opening counts towards the limit of the network.
    const stands = !isOpening && problem.fields.length > 0
    const opened = stands ? await open(desk, token).catch(() => null) : null
    return data({ opened, problem }, { status: 422 })
  }
  throw redirect(pathOf('today'))
}

export default function Invitation({ actionData: answer }: Route.ComponentProps) {
  const opened = answer?.opened
  const problem = answer?.problem ?? undefined
  return opened ? <Accept opened={opened} problem={problem} /> : <Open problem={problem} />
}

/** The link's secret is sent by the script that reads it; without scripts, by pasting the link. */
function Open({ problem }: { problem: FormProblem | undefined }) {
  const { t } = useTexts()
  const submit = useSubmit()
  const token = useLinkToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (token && !problem) submit({ token, intent: 'open' }, { method: 'post', replace: true })
  }, [token])
  return (
    <main className="deskMain deskNarrow stack">
      <LostAnswerNotice />
      <title>{t('desk:invitation.title')}</title>
      <h1>{t('desk:invitation.title')}</h1>
      <ProblemNotice problem={problem} />
      <Card>
        <Form method="post" className="stack">
          <LinkTokenField token={token} label={t('account.link.label')} hint={t('account.link.hint')} />
          <SubmitButton look="primary" wide name="intent" value="open">
            {t('mails:staffInvitation.button')}
          </SubmitButton>
        </Form>
      </Card>
    </main>
  )
}

function Accept({ opened, problem }: { opened: Opened; problem: FormProblem | undefined }) {
  const { t } = useTexts()
  const { token, name, email, secret, qr } = opened
  const isWrong = (field: string) => problem?.code === 'invalid_fields' && problem.fields.includes(field)
  const isSaidBeside = isWrong('password') || isWrong('code')
  return (
    <main className="deskMain deskNarrow stack">
      <LostAnswerNotice />
      <title>{t('desk:invitation.title')}</title>
      <h1>{t('desk:invitation.title')}</h1>
      <p>{t('desk:invitation.lead', { name, email })}</p>
      <ProblemNotice problem={isSaidBeside ? null : problem} />
      <Card>
        <Form method="post" className="stack">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="username" value={email} autoComplete="username" readOnly />
          <TextField
            name="password"
            type="password"
            label={t('account.newPassword')}
            hint={t('desk:invitation.passwordHint')}
            error={isWrong('password') ? t('desk:invitation.passwordWeak') : undefined}
            autoComplete="new-password"
            minLength={SHORTEST_PASSWORD}
            required
          />
          <p>{t('desk:invitation.app')}</p>
          <svg
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            width="220"
            height="220"
            role="img"
            aria-label={t('account.security.qr')}
          >
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
          <p className="small">
            {t('desk:invitation.secret')} <span className="deskCode">{secret}</span>
          </p>
          <TextField
            name="code"
            label={t('desk:login.code')}
            error={isWrong('code') ? t('desk:problem.wrong_second_factor') : undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <SubmitButton look="primary" wide>
            {t('desk:invitation.submit')}
          </SubmitButton>
        </Form>
      </Card>
    </main>
  )
}
