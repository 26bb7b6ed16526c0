import { LONGEST_PAPER_CODE } from '@shop/contract/input-lengths'
import { Form, useSearchParams } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReportSections } from '../report-sections.tsx'
import styles from '../share.module.css'
import { type VerifiedView, verifyReport } from '../verify-report.server.ts'
import type { Route } from './+types/verify-report'

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  return verifyReport(shop, texts)
}

export default function VerifyReport({ actionData }: Route.ComponentProps) {
  const verified = actionData && 'report' in actionData ? actionData : undefined
  const failure = actionData && !('report' in actionData) ? actionData : undefined
  return <VerifyReportPage verified={verified} failure={failure} />
}

interface VerifyReportPageProps {
  verified: VerifiedView | undefined
  failure: FormFailure | undefined
}

/** For anyone holding a printed report: is it ours, and is it still current? */
function VerifyReportPage({ verified, failure }: VerifyReportPageProps) {
  const { t } = useTexts()
  return (
    <div className="stack stack-l">
      <PageHead title={t('results.verify.title')} lead={t('results.verify.lead')} />
      {verified && <Verified view={verified} />}
      {!(verified?.report || verified?.isCurrent === false) && (
        <VerifyForm failure={failure} code={verified?.documentNumber} />
      )}
    </div>
  )
}

function Verified({ view }: { view: VerifiedView }) {
  const { t } = useTexts()
  const { issued, isCurrent, report } = view
  return (
    <>
      <Notice
        tone={isCurrent ? 'ok' : 'warn'}
        icon={isCurrent ? 'shield-check' : 'triangle-alert'}
        role="status"
        title={t(isCurrent ? 'results.verify.current' : 'results.verify.changed')}
      >
        <p>{t('results.verify.issued', { date: issued })}</p>
        <p>
          {t(
            !isCurrent ? 'results.verify.newer' : report ? 'results.verify.compare' : 'results.verify.noPin',
          )}
        </p>
      </Notice>
      {report && <ReportSections report={report} />}
    </>
  )
}

/** Asked again with the PIN, by those who entered only the code, a form has the code already. */
function VerifyForm({ failure, code }: { failure: FormFailure | undefined; code: string | undefined }) {
  const { t } = useTexts()
  // The QR code on paper leads here, with the paper's code in the query.
  const [query] = useSearchParams()
  const field = useFormFields(failure, { documentNumber: code ?? query.get('documentNumber') ?? '' })
  return (
    <Form method="post" className={styles.open} autoComplete="off">
      <FormErrors failure={failure} />
      <TextField
        {...field('documentNumber')}
        label={t('results.verify.code')}
        hint={t('results.verify.codeHint')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST_PAPER_CODE}
        required
      />
      <TextField
        {...field('pin')}
        label={t('results.verify.pin')}
        hint={t('results.verify.pinHint')}
        inputMode="numeric"
        maxLength={10}
      />
      <SubmitButton icon="shield-check">{t('results.verify.check')}</SubmitButton>
    </Form>
  )
}
