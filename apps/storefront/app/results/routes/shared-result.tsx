import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReportSections } from '../report-sections.tsx'
import styles from '../share.module.css'
import { changeSharedResult, loadSharedResult, type SharedView } from '../shared-result.server.ts'
import type { Route } from './+types/shared-result'

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  return { view: await loadSharedResult(context.get(shopContext), params.shareToken) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  return changeSharedResult(shop, params.shareToken, texts)
}

export default function SharedResult({ loaderData, actionData }: Route.ComponentProps) {
  return <SharedResultPage view={loaderData.view} failure={actionData} />
}

interface SharedResultPageProps {
  view: SharedView | null
  failure: FormFailure | undefined
}

/** What a doctor with a link sees: the form for the PIN, then the report. */
function SharedResultPage({ view, failure }: SharedResultPageProps) {
  const { t } = useTexts()
  if (!view) return <PinForm failure={failure} />
  const { report, expires } = view
  return (
    <div className="stack">
      <PageHead
        above={t('results.shared.above')}
        title={t('results.shared.title', { name: report.patientName })}
        windowTitle={t('results.column.result')}
      />
      {!report.isComplete && <Notice>{t('results.shared.incomplete')}</Notice>}
      <ReportSections report={report} />
      <div className="row between">
        <p className="small muted">{t('results.shared.until', { date: expires })}</p>
        <PrintButton size="s" />
      </div>
    </div>
  )
}

function PinForm({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const { defaultValue: _, ...pin } = useFormFields(failure)('pin')
  if (failure?.title.key === 'results.shared.over') {
    return (
      <div className="stack">
        <PageHead title={t('results.shared.pinTitle')} />
        <FormErrors failure={failure} />
      </div>
    )
  }
  return (
    <div className="stack">
      <PageHead title={t('results.shared.pinTitle')} lead={t('results.shared.pinLead')} />
      <Form method="post" className={styles.open} autoComplete="off">
        <FormErrors failure={failure} />
        <TextField
          {...pin}
          label={t('results.share.pin')}
          hint={t('results.shared.pinHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <SubmitButton icon="lock">{t('results.shared.open')}</SubmitButton>
      </Form>
    </div>
  )
}
