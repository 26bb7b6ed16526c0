import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { CheckoutFrame } from '../../components/checkout/checkout-frame.tsx'
import { FormOwner } from '../../components/form-draft/form-owner.tsx'
import { KeptNotice } from '../../components/form-draft/kept-notice.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { PageHead } from '../../components/page-head/page-head.tsx'
import type { FormFailure } from '../../form-failure.ts'
import { useMending, useMessage } from '../../use-form-fields.ts'
import type { NurseCheckoutView } from './nurse-checkout.server.ts'
import { SlotPicker } from './slot-picker.tsx'

const FORM = 'visit'

/** When one comes to the laboratory. */
export function NurseCheckoutPage({
  view,
  failure,
}: {
  view: NurseCheckoutView
  failure: FormFailure | undefined
}) {
  const { t } = useTranslation()
  const message = useMessage()
  const { summary, week, place, isKept, formOwner } = view
  const mending = useMending(failure)
  const fault = failure?.fields.nurseCheckoutDate
  const next = ({ wide }: { wide: boolean }) =>
    week.day && (
      <SubmitButton form={FORM} name="intent" value="save" wide={wide}>
        {t('order.continue')}
      </SubmitButton>
    )
  return (
    <CheckoutFrame title={t('order.visit.branchTitle')} step="visit" summary={summary} next={next}>
      <PageHead title={t('order.visit.branchTitle')}>
        <p className="muted">
          <Icon name="map-pin" size="s" /> {place} · <Link to="/order/date-or-call">{t('order.change')}</Link>
        </p>
      </PageHead>
      <Form
        method="post"
        id={FORM}
        className="stack"
        style={{ '--gap': '24px' } as React.CSSProperties}
        noValidate
      >
        <FormOwner owner={formOwner} />
        {isKept && !failure && <KeptNotice />}
        <FormErrors failure={failure} />
        <SlotPicker
          week={week}
          name="nurseCheckoutDate"
          days="links"
          error={fault && mending.isOpen('nurseCheckoutDate') ? message(fault) : undefined}
          onChoose={() => mending.mend('nurseCheckoutDate')}
        />
      </Form>
    </CheckoutFrame>
  )
}
