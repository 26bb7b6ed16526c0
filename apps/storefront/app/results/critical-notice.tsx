import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'

/** Who reads it: the patient, a child's carer, a doctor. */
export type CriticalReader = 'adult' | 'child' | 'doctor'

interface CriticalNoticeProps {
  reader: CriticalReader
  /** The heading above it, or the only value beside it, says that something is critical. */
  isSaid?: boolean
}

/** Says that something cannot wait, and whom to call. */
export function CriticalNotice({ reader, isSaid }: CriticalNoticeProps) {
  const { t } = useTexts()
  const phone = usePartner().phone
  return (
    <Notice tone="bad" title={t(`results.critical.${isSaid ? reader : 'title'}`)}>
      {!isSaid && <p>{t(`results.critical.${reader}`)}</p>}
      <p>
        {t('shell.laboratory')}: <PhoneLink phone={phone} />
      </p>
    </Notice>
  )
}
