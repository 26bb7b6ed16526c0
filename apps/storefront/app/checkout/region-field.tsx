import { useTranslation } from 'react-i18next'
import { type NamedRegion, regionName } from '../platform/laboratory/callable-regions.ts'
import { Money } from '../ui/money.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useCallableRegions } from './use-callable-regions.ts'

interface RegionFieldProps {
  name: string
  defaultValue?: string
  error?: string
  autoFocus?: boolean
  onInput?: () => void
  /** The place that is typed; undefined while it is none of the list. */
  found: NamedRegion | undefined
  onType: (text: string) => void
}

/** A place by its name, in Cyrillic or Latin letters; the browser suggests, with or without scripts. */
export function RegionField({ found, onType, ...props }: RegionFieldProps) {
  const { t, i18n } = useTranslation()
  const { status, regions } = useCallableRegions()
  const hint =
    status === 'LOADING' ? (
      <span role="status">{t('order.call.regionsLoading')}</span>
    ) : found ? (
      <>
        {t('order.call.regionPrice')} <Money price={found.price.price} currency="BYN" />
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
        {regions.map((region) => {
          const shown = regionName(region, i18n.language)
          const other = shown === region.name ? region.nameEn : region.name
          return (
            <option key={region.id} value={shown}>
              {`${other} · ${region.price.price} ${region.price.currency}`}
            </option>
          )
        })}
      </datalist>
    </>
  )
}
