import { languageOfName } from '@shop/domain/language-of-name'
import { add, fromWire, type ORDER_CURRENCY, toWire, type WireMoney } from '@shop/domain/money'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CartSummary } from '../cart/summarize-cart.server.ts'
import { findByName, placesByName } from '../platform/laboratory/place-names.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Money } from '../ui/money.tsx'
import { TextField } from '../ui/text-field.tsx'

/**
 * A place for home visits, as the form offers it. The list is part of the page's data, so that the scripts
 * need not contain it again.
 */
export interface RegionChoice {
  /** The name in the page's language. */
  shown: string
  /** All names that find it, its own first. */
  names: readonly string[]
  price: WireMoney['price']
}

/** The currency of all of their prices. Only the type is imported: the constant would make the scripts larger. */
const REGION_CURRENCY: typeof ORDER_CURRENCY = 'BYN'

export function findRegionChoice(name: string, regions: readonly RegionChoice[]): RegionChoice | undefined {
  return findByName(
    name,
    placesByName(regions, ({ names }) => names),
  )
}

/** The sums with a visit to this region, as they will be once it is saved. */
export function withVisitTo(summary: CartSummary, region: RegionChoice | undefined): CartSummary {
  const { cartTotal, delivery } = summary
  if (!delivery) return summary
  // Regions are priced in one currency; a cart in another one cannot include it.
  if (!region || cartTotal.currency !== REGION_CURRENCY) {
    return { ...summary, delivery: { regionName: null, price: null }, total: cartTotal }
  }
  const price: WireMoney = { price: region.price, currency: REGION_CURRENCY }
  return {
    ...summary,
    delivery: { regionName: region.shown, price },
    total: toWire(add(fromWire(cartTotal), fromWire(price))),
  }
}

const DELAY_MS = 500
const never = () => () => {}

interface CallableRegions {
  status: 'LOADING' | 'SUCCESS'
  regions: readonly RegionChoice[]
}

/**
 * The page's list of regions: immediate in the served page; after a navigation in the browser, delivered
 * after 500 ms. No request is made for it.
 */
function useCallableRegions(all: readonly RegionChoice[]): CallableRegions {
  // False during hydration, as on the server; true from the start in a later navigation.
  const isNavigated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [status, setStatus] = useState<CallableRegions['status']>(isNavigated ? 'LOADING' : 'SUCCESS')
  useEffect(() => {
    if (status === 'SUCCESS') return
    const timer = setTimeout(() => setStatus('SUCCESS'), DELAY_MS)
    return () => clearTimeout(timer)
  }, [status])
  return { status, regions: status === 'SUCCESS' ? all : [] }
}

interface RegionFieldProps {
  name: string
  defaultValue?: string
  error?: string
  autoFocus?: boolean
  onInput?: () => void
  all: readonly RegionChoice[]
  /** The region that was typed; undefined if it is not on the list. */
  found: RegionChoice | undefined
  onType: (text: string) => void
}

/** A region by its name, in Cyrillic or Latin letters; the browser's suggestions work with or without scripts. */
export function RegionField({ all, found, onType, ...props }: RegionFieldProps) {
  const { t, language } = useTexts()
  const { status, regions } = useCallableRegions(all)
  const hint =
    status === 'LOADING' ? (
      <span role="status">{t('order.call.regionsLoading')}</span>
    ) : found ? (
      <>
        {t('order.call.regionPrice')} <Money price={found.price} currency={REGION_CURRENCY} />
      </>
    ) : (
      t('order.call.regionHint', { count: regions.length })
    )
  return (
    <>
      <TextField
        {...props}
        label={t('order.call.region')}
        hint={hint}
        list="callable-regions"
        autoComplete="address-level2"
        required
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <datalist id="callable-regions">
        {regions.map(({ shown, names, price }) => {
          const other = names.find((name) => name !== shown) ?? shown
          return (
            <option key={shown} value={shown} lang={languageOfName(other, language)}>
              {`${other} · ${price} ${REGION_CURRENCY}`}
            </option>
          )
        })}
      </datalist>
    </>
  )
}
