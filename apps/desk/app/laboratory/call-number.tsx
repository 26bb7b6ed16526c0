import type { CriticalDetails } from '@shop/contract/critical-values'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { PhoneLink } from '@shop/storefront/ui/phone-link.tsx'

/** The number to call, and whose it is: patients have none of their own. */
export function CallNumber({ contact }: { contact: Pick<CriticalDetails['contact'], 'phone' | 'phoneOf'> }) {
  const { t } = useTexts()
  const { phone, phoneOf } = contact
  if (!phone) return null
  return (
    <>
      <span className="nowrap">
        <PhoneLink phone={phone} />
      </span>{' '}
      {phoneOf && <span className="muted">{t(`desk:critical.phoneOf.${phoneOf}`)}</span>}
    </>
  )
}
