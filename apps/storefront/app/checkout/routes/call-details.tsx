import { type FormEvent, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal, useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { SubmittedByEnter } from '../../ui/submitted-by-enter.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import styles from '../call-details.module.css'
import { changeCallDetails, loadCallDetails } from '../call-details.server.ts'
import { findRegionChoice, RegionField, withVisitTo } from '../region-field.tsx'
import { SlotPicker } from '../slot-picker.tsx'
import type { Route } from './+types/call-details'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadCallDetails(shop, url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  return changeCallDetails(shop, texts)
}

export const shouldRevalidate = revalidateAfterRefusal

const FORM = 'call'
/** Fields that few people need. */
const MORE = ['entranceNumber', 'floorNumber', 'addressNotes']

/** Where the nurse comes, when, and the phone number to call. */
export default function CallDetails({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { summary, group, week, values, formOwner, isKept, regions } = loaderData
  const { t } = useTexts()
  const field = useFormFields(failure, values)
  const [town, setTown] = useState(failure?.values.regionName ?? values.regionName ?? '')
  const region = findRegionChoice(town, regions)
  const onSubmit = useStayForOtherDay()
  const next = ({ wide }: { wide: boolean }) => (
    <SubmitButton form={FORM} name="intent" value="save" wide={wide}>
      {t('order.continue')}
    </SubmitButton>
  )
  return (
    <CheckoutFrame
      title={t('order.call.title')}
      step="visit"
      summary={withVisitTo(summary, region)}
      next={next}
    >
      <PageHead title={t('order.call.title')} lead={t('order.call.lead')}>
        <Link className="hit" to={pathOf('dateOrCall')}>
          {t('order.call.otherWay')}
        </Link>
      </PageHead>
      <Form method="post" id={FORM} className="stack" onSubmit={onSubmit} noValidate>
        {/* Enter in a field submits the form, not the first button of the week strip. */}
        <SubmittedByEnter intent="save">{t('order.continue')}</SubmittedByEnter>
        <FormOwner owner={formOwner} />
        {isKept && <KeptNotice />}
        <FormErrors failure={failure} />
        <section className="stack" aria-labelledby="where">
          <SectionHead id="where" title={t('order.confirm.address')} />
          <RegionField all={regions} {...field('regionName')} found={region} onType={setTown} />
          <TextField
            {...field('street')}
            label={t('order.call.streetAndHouse')}
            hint={t('order.call.streetAndHouseHint')}
            autoComplete="address-line1"
            required
          />
          <TextField
            {...field('phone')}
            label={t('order.call.phone')}
            hint={t('order.call.phoneHint')}
            type="tel"
            autoComplete="tel"
            required
          />
          <details open={MORE.some((name) => values[name] || failure?.values[name])}>
            <summary>{t('order.call.more')}</summary>
            <div className={styles.parts}>
              <TextField {...field('entranceNumber')} label={t('order.call.entrance')} autoComplete="off" />
              <TextField
                {...field('floorNumber')}
                label={t('order.call.floor')}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
            <TextArea
              {...field('addressNotes')}
              label={t('order.call.notes')}
              hint={t('order.call.notesHint')}
              rows={2}
              autoComplete="off"
              optional
            />
          </details>
        </section>
        <section className="stack" aria-labelledby="when">
          <SectionHead id="when" title={t('order.call.when')} />
          <SlotPicker week={week} group={group} name="visitDate" days="buttons" failure={failure} />
        </section>
      </Form>
    </CheckoutFrame>
  )
}

/**
 * Another day or week is submitted with what was typed so far, and the page keeps its scroll position; the
 * next step starts at the top.
 */
function useStayForOtherDay() {
  const submit = useSubmit()
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!(submitter instanceof HTMLButtonElement) || !submitter.name.startsWith('show')) return
    event.preventDefault()
    submit(submitter, { action: pathOf('callDetails'), replace: true, preventScrollReset: true })
  }
}
