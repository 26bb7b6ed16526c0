import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Checkbox } from '@shop/storefront/ui/checkbox.tsx'
import { useEffect, useState } from 'react'
import { isWanted } from './kept-sheet.ts'

interface KeepSheetProps {
  /** Until when, in words. */
  until: string
  keep(): Promise<boolean>
  drop(): void
}

/** Somebody decides that this device keeps sheets: a shared computer should not. */
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
