import type { StatementReading } from '@shop/contract/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import styles from './money.module.css'

/** Which lines of a statement are not in the comparison, and how its columns were read. */
export function StatementReadingNote({ reading }: { reading: StatementReading }) {
  const { t } = useTexts()
  const { form, columns, passed, unread } = reading
  const lang = form === 'bepaid' ? 'ru' : 'en'
  return (
    <>
      {unread.count > 0 && (
        <>
          <Notice tone="warn" role="status">
            {t('desk:money.reading.unread', { count: unread.count })}{' '}
            {unread.count > unread.lines.length &&
              t('desk:money.reading.first', { count: unread.lines.length })}
          </Notice>
          <DeskTable
            look="wide"
            caption={t('desk:money.reading.unreadLines')}
            rows={unread.lines}
            keyOf={({ line }) => line}
            columns={[
              { id: 'line', head: t('desk:money.reading.line'), cell: ({ line }) => line, isHead: true },
              {
                id: 'heading',
                head: t('desk:money.reading.heading'),
                cell: ({ heading }) => <span lang={lang}>{heading}</span>,
              },
              {
                id: 'value',
                head: t('desk:money.reading.value'),
                cell: ({ value }) => <span lang={lang}>{value || '—'}</span>,
              },
            ]}
          />
        </>
      )}
      <Card as="section" stacked aria-labelledby="reading">
        <h3 id="reading">{t(`desk:money.reading.form.${form}`)}</h3>
        <dl className={styles.reading}>
          {columns.map(({ field, heading }) => (
            <div key={field}>
              <dt className="muted">{t(`desk:money.reading.field.${field}`)}</dt>
              <dd className="deskCode" lang={lang}>
                {heading}
              </dd>
            </div>
          ))}
        </dl>
        {passed > 0 && <p className="muted">{t('desk:money.reading.passed', { count: passed })}</p>}
      </Card>
    </>
  )
}

/**
 * The text of an exported table: UTF-8, or windows-1251, the one-byte encoding in which spreadsheets in the shop's
 * countries save it. Anything that is not valid UTF-8 is read as windows-1251.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
