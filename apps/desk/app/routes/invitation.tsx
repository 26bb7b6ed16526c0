import { qrCode } from '@shop/contract/qr-code'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { LostAnswerNotice } from '../lost-answer-notice.tsx'
import { pathOf } from '../navigation.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { answered, problemOf } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const token = tokenOf(request)
  if (!token) throw data(null, { status: 404 })
  const { name, email, secret, uri } = await answered(desk, desk.api.openInvitation({ token }))
  return { name, email, secret, qr: qrCode(uri) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const accepted = { token: tokenOf(request), password: text('password'), code: text('code') }
    desk.cookies.start(await desk.api.acceptInvitation(accepted), new Date())
  } catch (error) {
    return data(problemOf(desk, error, true), { status: 422 })
  }
  throw redirect(pathOf('today'))
}

export default function Invitation() {
  const { t } = useTexts()
  const { name, email, secret, qr } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()
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
          <input type="hidden" name="username" value={email} autoComplete="username" readOnly />
          <TextField
            name="password"
            type="password"
            label={t('desk:invitation.password')}
            hint={t('desk:invitation.passwordHint')}
            error={isWrong('password') ? t('desk:invitation.passwordWeak') : undefined}
            autoComplete="new-password"
            minLength={8}
            required
          />
          <p>{t('desk:invitation.app')}</p>
          <svg
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            width="220"
            height="220"
            role="img"
            aria-label={t('desk:invitation.qr')}
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
