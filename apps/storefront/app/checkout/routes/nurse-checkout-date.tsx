import { Form, Link } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { SlotPicker } from '../slot-picker.tsx'
import { loadNurseCheckoutDate, saveNurseCheckoutDate } from '../visit-steps.server.ts'
import type { Route } from './+types/nurse-checkout-date'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadNurseCheckoutDate(shop, request)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  return saveNurseCheckoutDate(shop, texts)
}

export const shouldRevalidate = revalidateAfterRefusal

const FORM = 'visit'

/** When one comes to the laboratory. */
export default function NurseCheckoutDate({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { summary, group, week, place, isKept, formOwner } = loaderData
  const { t } = useTexts()
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
          <Icon name="map-pin" size="s" /> <OwnLanguage>{place}</OwnLanguage> ·{' '}
          <Link to={pathOf('dateOrCall')}>{t('order.change')}</Link>
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
        <SlotPicker week={week} group={group} name="nurseCheckoutDate" days="links" failure={failure} />
      </Form>
    </CheckoutFrame>
  )
}
