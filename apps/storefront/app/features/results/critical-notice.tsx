import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/notice/notice.tsx'
import { PhoneLink } from '../../components/phone-link/phone-link.tsx'
import { usePartner } from '../../i18n/page-texts.ts'

/** Who reads it: the patient, who looks after a child, a doctor. */
export type CriticalReader = 'adult' | 'child' | 'doctor'

/** That something cannot wait, and whom to call. */
export function CriticalNotice({ reader }: { reader: CriticalReader }) {
  const { t } = useTranslation()
  const phone = usePartner().t('phone')
  return (
    <Notice tone="bad" title={t('results.critical.title')}>
      <p>{t(`results.critical.${reader}`)}</p>
      <p>
        {t('results.critical.phone')}: <PhoneLink phone={phone} />
      </p>
    </Notice>
  )
}
