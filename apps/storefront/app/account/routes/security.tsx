import { useEffect } from 'react'
import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { ProvenNotice } from '../../platform/forms/proven-notice.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import type { NewPasskey } from '../../platform/pages/use-passkey.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { NewPasskeyCard, PasskeysCard } from '../passkeys-card.tsx'
import { SecondStepField } from '../second-step-field.tsx'
import styles from '../security.module.css'
import { changeSecurity, loadSecurity, type SecurityView } from '../security.server.ts'
import { settingsPath } from '../settings-view.ts'
import type { Route } from './+types/security'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadSecurity(context.get(shopContext), url.searchParams)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSecurity(shop, await readForm(shop, request))
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'recoveryCodes' in actionData ? actionData.recoveryCodes : null
  const failure = actionData && 'fields' in actionData ? actionData : undefined
  const newPasskey = actionData && 'newPasskey' in actionData ? actionData.newPasskey : null
  if (codes) return <FreshCodes codes={codes} />
  return <SecurityPage view={loaderData} newPasskey={newPasskey} failure={failure} />
}

interface SecurityPageProps {
  view: SecurityView
  /** A passkey that the browser is about to create. */
  newPasskey: NewPasskey | null
  failure: FormFailure | undefined
}

/** What a login asks for besides the password. */
function SecurityPage({ view, newPasskey, failure }: SecurityPageProps) {
  const { t } = useTexts()
  const { setUp, hasSecondFactor, passkeys, emailConfirmed, done } = view
  return (
    <div className={styles.page}>
      <PageHead title={t('account.security.title')} lead={t('account.security.lead')} />
      {setUp ? (
        <SetUpApp setUp={setUp} failure={failure} />
      ) : newPasskey ? (
        <NewPasskeyCard newPasskey={newPasskey} />
      ) : (
        <>
          <ProvenNotice />
          {done && !failure && <Notice tone="ok" role="status" title={t(done)} />}
          <AppCard view={view} failure={failure} />
          <PasskeysCard passkeys={passkeys} canAdd={emailConfirmed} failure={failure} />
          {hasSecondFactor && <CodesCard left={view.recoveryCodesLeft} failure={failure} />}
        </>
      )}
    </div>
  )
}

function AppCard({ view, failure }: Omit<SecurityPageProps, 'newPasskey'>) {
  const { t } = useTexts()
  const { totpSince, emailConfirmed } = view
  return (
    <Card as="section" aria-labelledby="app" stacked>
      <SectionHead id="app" title={t('account.security.app')} bare />
      <p className="muted">{t('account.security.appText')}</p>
      <FormErrors failure={failureOf(failure, 'setUpTotp') ?? failureOf(failure, 'turnTotpOff')} />
      {totpSince ? (
        <>
          <p className="row row-wrap">
            <Tag tone="ok">{t('account.security.on')}</Tag>
            <span className="small muted">{t('account.security.since', { date: totpSince })}</span>
          </p>
          <Form method="post" action={pathOf('security')}>
            <SubmitButton look="quiet" name="intent" value="turnTotpOff">
              {t('account.security.turnOff')}
            </SubmitButton>
          </Form>
        </>
      ) : emailConfirmed ? (
        <Form method="post" action={pathOf('security')}>
          <SubmitButton icon="shield-check" name="intent" value="setUpTotp">
            {t('account.security.setUpApp')}
          </SubmitButton>
        </Form>
      ) : (
        <Notice tone="warn" title={t('account.security.confirmFirst')}>
          <ButtonLink size="s" to={settingsPath({ modal: 'confirmEmail' })}>
            {t('forms.confirm')}
          </ButtonLink>
        </Notice>
      )}
    </Card>
  )
}

interface SetUpAppProps {
  setUp: NonNullable<SecurityView['setUp']>
  failure: FormFailure | undefined
}

/** The QR code for the app's camera, the secret for typing, and the field for the app's first code. */
function SetUpApp({ setUp: { qr, uri, secret }, failure }: SetUpAppProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'turnTotpOn')
  const field = useFormFields(own)
  return (
    <Card as="section" aria-labelledby="set-up" stacked>
      <SectionHead id="set-up" title={t('account.security.setUpApp')} bare />
      <ol className={styles.steps}>
        <li>{t('account.security.stepInstall')}</li>
        <li>
          {t('account.security.stepScan')}
          <div className={styles.code}>
            <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('account.security.qr')}>
              <path d={qr.path} />
            </svg>
            <div>
              <p>
                <a className="hit" href={uri}>
                  {t('account.security.openApp')}
                </a>
              </p>
              <p className="small muted">{t('account.security.orType')}</p>
              <p className={styles.secret}>{secret}</p>
            </div>
          </div>
        </li>
        <li>{t('account.security.stepCode')}</li>
      </ol>
      <Form method="post" className={styles.confirm} noValidate>
        <FormErrors failure={own} />
        <SecondStepField {...field('code')} takesRecoveryCode={false} />
        <div className="row row-wrap">
          <SubmitButton name="intent" value="turnTotpOn">
            {t('account.security.turnOn')}
          </SubmitButton>
          <ButtonLink look="quiet" to={pathOf('security')}>
            {t('forms.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}

function CodesCard({ left, failure }: { left: number; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="codes" stacked>
      <SectionHead id="codes" title={t('account.security.codes')} bare />
      <p className="muted">{t('account.security.codesText')}</p>
      <p>{t('account.security.codesLeft', { count: left })}</p>
      <FormErrors failure={failureOf(failure, 'renewRecoveryCodes')} />
      <Form method="post" action={pathOf('security')}>
        <SubmitButton look="quiet" icon="refresh-cw" name="intent" value="renewRecoveryCodes">
          {t('account.security.renewCodes')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** The recovery codes, shown only this once; in print they appear alone. */
function FreshCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTexts()
  // The form was sent from further down the page. The braces matter: browsers have begun to return a promise here,
  // and React takes a returned value for a clean-up.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className={styles.page}>
      <PageHead title={t('account.security.codes')} lead={t('account.security.freshLead')} />
      <Notice tone="ok" role="status" title={t('account.security.isOn')} />
      <Card as="section" aria-label={t('account.security.codes')} stacked>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className="small muted">{t('account.security.codesOnce')}</p>
        <div className="row row-wrap">
          <PrintButton />
          <ButtonLink to={pathOf('security')}>{t('account.security.kept')}</ButtonLink>
        </div>
      </Card>
    </div>
  )
}
