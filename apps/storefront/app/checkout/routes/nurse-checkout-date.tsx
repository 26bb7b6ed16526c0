import type { FormEvent } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { PlaceRows } from '../../laboratories/place-rows.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { SubmittedByEnter } from '../../ui/submitted-by-enter.tsx'
import { changeNurseCheckoutDate, loadNurseCheckoutDate } from '../nurse-checkout-date.server.ts'
import { SlotPicker } from '../slot-picker.tsx'
import type { Route } from './+types/nurse-checkout-date'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadNurseCheckoutDate(shop, url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  return changeNurseCheckoutDate(shop, texts)
}

export const shouldRevalidate = revalidateAfterRefusal

const FORM = 'visit'

/** Where and when the samples are taken: the place first, its times below. */
export default function NurseCheckoutDate({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { summary, group, week, places, isKept, formOwner } = loaderData
  const { t } = useTexts()
  const next = ({ wide }: { wide: boolean }) =>
    week.day && (
      <SubmitButton form={FORM} name="intent" value="save" wide={wide}>
        {t('order.continue')}
      </SubmitButton>
    )
  const onSubmit = useOtherPlace()
  const links = (
    <>
      <Link className="hit" to={pathOf('dateOrCall')}>
        {t('order.visit.otherWay')}
      </Link>
      <Link className="hit" to={`${pathOf('laboratory')}?from=order&kind=branch`}>
        {t('order.visit.all')}
      </Link>
    </>
  )
  return (
    <CheckoutFrame title={t('order.visit.branchTitle')} step="visit" summary={summary} next={next}>
      <PageHead title={t('order.visit.branchTitle')}>
        <p className="row row-wrap only-wide">{links}</p>
      </PageHead>
      <Form method="post" id={FORM} className="stack" onSubmit={onSubmit} noValidate>
        {/* Enter at a time submits it, and does not choose the first place. */}
        <SubmittedByEnter intent="save">{t('order.continue')}</SubmittedByEnter>
        <FormOwner owner={formOwner} />
        {isKept && !failure && <KeptNotice />}
        <FormErrors failure={failure} />
        {places && <PlaceRows {...places} town={places.chosen.city} day={week.day?.date} />}
        <SlotPicker week={week} group={group} name="nurseCheckoutDate" days="links" failure={failure} />
      </Form>
      {/* On a phone they would push the times out of sight. */}
      <p className="row row-wrap only-phone">{links}</p>
    </CheckoutFrame>
  )
}

/**
 * A chosen place takes the chosen time along, and replaces the page with its own from the top, where the place and its
 * times are in sight.
 */
function useOtherPlace() {
  const submit = useSubmit()
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'quick') return
    event.preventDefault()
    submit(submitter, { replace: true })
  }
}
