import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'

/** Who reads it: the patient, a child's carer, a doctor. */
export type CriticalReader = 'adult' | 'child' | 'doctor'

interface CriticalNoticeProps {
  reader: CriticalReader
  /** The only value is beside the notice, with its word. */
  isOnly?: boolean
}

/** Says that something cannot wait, and whom to call. */
export function CriticalNotice({ reader, isOnly }: CriticalNoticeProps) {
  const { t } = useTexts()
  const phone = usePartner().phone
  return (
    <Notice tone="bad" title={t(`results.critical.${isOnly ? reader : 'title'}`)}>
      {!isOnly && <p>{t(`results.critical.${reader}`)}</p>}
      <p>
        {t('shell.laboratory')}: <PhoneLink phone={phone} />
      </p>
    </Notice>
  )
}
