import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Checkbox } from '@shop/storefront/ui/checkbox.tsx'
import { PrintButton } from '@shop/storefront/ui/print-button.tsx'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { DayFields } from '../visits/day-tools.tsx'
import { isWanted } from './kept-sheet.ts'
import styles from './sheet.module.css'

type SheetToolsProps = ComponentProps<typeof DayFields> & { children: ReactNode }

/** One line on a phone, where the visits matter most; the rest unfolds. */
export function SheetTools({ children, ...day }: SheetToolsProps) {
  const { t } = useTexts()
  const { date, before, after, place } = day
  const dayAt = (asked: string) => withQuery(pathOf('sheet'), { date: asked, place })
  return (
    <div className={styles.tools} key={`${date} ${place}`}>
      <div className={styles.turns}>
        <ButtonLink look="quiet" size="s" icon="arrow-left" to={dayAt(before)}>
          <span>{t('desk:today.before')}</span>
        </ButtonLink>
        <ButtonLink look="quiet" size="s" iconAfter="arrow-right" to={dayAt(after)}>
          <span>{t('desk:today.after')}</span>
        </ButtonLink>
      </div>
      <details className={styles.fold}>
        <summary>{t('desk:sheet.tools')}</summary>
        <div className={styles.folded}>
          <Form method="get" className="deskTools">
            <DayFields {...day} size="s" />
            <PrintButton size="s" />
          </Form>
          {children}
        </div>
      </details>
    </div>
  )
}

interface KeepSheetProps {
  /** Until when, in words. */
  until: string
  keep(): Promise<boolean>
  drop(): void
}

/** The choice whether this device keeps sheets: a shared computer should not. */
export function KeepSheet({ until, keep, drop }: KeepSheetProps) {
  const { t } = useTexts()
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    if (!isWanted()) return
    setIsOn(true)
    void keep()
  }, [keep])
  return (
    <div className="needs-scripts stack stack-s">
      <Checkbox
        name="keep"
        label={t('desk:sheet.keep')}
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked)
          if (event.target.checked) void keep()
          else drop()
        }}
      />
      <p className="small muted">{t('desk:sheet.keepHint', { until })}</p>
    </div>
  )
}
