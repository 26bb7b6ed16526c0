import type { VisitKind } from '@shop/domain/laboratory'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import type { PlaceView } from '../../laboratories/branches.server.ts'
import { PlaceRows } from '../../laboratories/place-rows.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Drawing, type DrawingName } from '../../ui/drawing.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import styles from '../date-or-call.module.css'
import { changeDateOrCall, loadDateOrCall } from '../date-or-call.server.ts'
import type { Route } from './+types/date-or-call'

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadDateOrCall(shop)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { form } = await readForm(shop, request)
  return changeDateOrCall(shop, form)
}

const KINDS: readonly { kind: VisitKind; drawing: DrawingName }[] = [
  { kind: 'homeCall', drawing: 'nurse' },
  { kind: 'branch', drawing: 'branch' },
]

/** So that no line ends between a day and its date; before the time one may. */
const unbroken = (moment: string) => moment.replaceAll(/([^,]) /g, '$1\u00a0')

/** The choice between a home visit and a visit to a laboratory. */
export default function DateOrCall({ loaderData }: Route.ComponentProps) {
  const { summary, active, around, offered, about, notAtHome, lowestCallPrice, hasOtherTowns, homeName } =
    loaderData
  const { t } = useTexts()
  const costs: Record<VisitKind, ReactNode> = {
    homeCall: lowestCallPrice && (
      <>
        {t('order.kind.from')} <Money {...lowestCallPrice} />
      </>
    ),
    branch: t('order.kind.noFee'),
  }
  /** The place for each kind: the chosen one or, for a home visit, the one in that town. */
  const places: Record<VisitKind, PlaceView | null | undefined> = {
    branch: active === 'branch' ? around?.chosen : null,
    homeCall: active === 'homeCall' ? around?.chosen : around?.home,
  }
  const nextFree: Record<VisitKind, string | null | undefined> = {
    branch: places.branch ? places.branch.nextFree : around?.nextAtBranch,
    homeCall: places.homeCall?.nextFree,
  }
  return (
    <CheckoutFrame title={t('order.kind.title')} step="visit" summary={summary}>
      <PageHead title={t('order.kind.title')} />
      <Form method="post" className={styles.ways}>
        {KINDS.filter(({ kind }) => offered[kind]).map(({ kind, drawing }) => (
          <button key={kind} type="submit" name="kind" value={kind} className={styles.way}>
            <span className={styles.words}>
              <span className={styles.name}>{t(`order.kind.${kind}`)}</span>
              <span className={styles.about}>{about?.[kind]}</span>
              <span className={styles.place}>
                <OwnLanguage>
                  {(kind === 'homeCall' && homeName) || places[kind]?.label || t('order.kind.choosePlace')}
                </OwnLanguage>
              </span>
              {nextFree[kind] && (
                <span className={styles.next}>
                  {t('laboratories.next', { time: unbroken(nextFree[kind]) })}
                </span>
              )}
              <span className={styles.cost}>{costs[kind]}</span>
            </span>
            <Drawing name={drawing} />
            <Icon name="chevron-right" className={styles.onward} />
          </button>
        ))}
        {/* Branches are below, or on the next page. */}
        {hasOtherTowns && (
          <button type="submit" name="another" value={active} className={styles.another}>
            {t('order.kind.anotherTown')}
          </button>
        )}
      </Form>
      {active === 'homeCall' && around && around.near.length > 0 && (
        <section className={styles.branches} aria-labelledby="nearest">
          <SectionHead id="nearest" title={t('order.kind.nearest')} />
          <Form method="post">
            <PlaceRows {...around} chosen={null} town={around.chosen.city} />
          </Form>
        </section>
      )}
      {active === 'branch' && notAtHome.length > 0 && (
        <Notice tone="warn" title={t('order.kind.notAtHome', { count: notAtHome.length })}>
          <p>{notAtHome.join('; ')}</p>
        </Notice>
      )}
    </CheckoutFrame>
  )
}
