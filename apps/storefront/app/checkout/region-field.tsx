import { languageOfName } from '@shop/domain/language-of-name'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Money } from '../ui/money.tsx'
import { TextField } from '../ui/text-field.tsx'
import { REGION_CURRENCY, type RegionChoice } from './region-choice.ts'

const DELAY_MS = 500
const never = () => () => {}

interface CallableRegions {
  status: 'LOADING' | 'SUCCESS'
  regions: readonly RegionChoice[]
}

/**
 * The static list of regions: immediate in the served page; after a navigation in the browser, delivered
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
