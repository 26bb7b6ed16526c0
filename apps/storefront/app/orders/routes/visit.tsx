import { Form, Link } from 'react-router'
import { SlotPicker } from '../../checkout/slot-picker.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from '../order-page.module.css'
import { changeVisit, loadVisit } from '../visit.server.ts'
import type { Route } from './+types/visit'

export function loader({ context, url, params }: Route.LoaderArgs) {
  return loadVisit(context.get(shopContext), params.orderId, url.searchParams)
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeVisit(shop, params.orderId, await readForm(shop, request))
}

export const shouldRevalidate = revalidateAfterRefusal

/** Choosing another time for a paid visit. */
export default function MoveVisit({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { order, group, week } = loaderData
  const { t } = useTexts()
  return (
    <div className="stack" style={{ '--gap': '24px' } as React.CSSProperties}>
      <PageHead
        above={t('order.number', { number: order.number })}
        title={t('order.visitChange.title')}
        lead={t('order.visitChange.lead', order.visit)}
      />
      <Form method="post" className="stack" style={{ '--gap': '24px' } as React.CSSProperties} noValidate>
        <input type="hidden" name="current" value={order.change.start} />
        <FormErrors failure={failure} />
        <SlotPicker week={week} group={group} name="visitDate" days="links" failure={failure} />
        <div className={styles.actions}>
          {week.day && (
            <SubmitButton name="intent" value="move">
              {t('order.visitChange.save')}
            </SubmitButton>
          )}
          <Link className="hit" to={pathOf('order', { orderId: order.id })}>
            {t('forms.keep')}
          </Link>
        </div>
      </Form>
    </div>
  )
}
