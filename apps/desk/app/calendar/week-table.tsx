import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { classNames } from '@shop/storefront/ui/class-names.ts'
import styles from './calendar.module.css'
import type { CalendarOnScreen } from './on-screen.ts'

/** A week of times: how many places of each are taken. */
export function WeekTable({ calendar }: { calendar: CalendarOnScreen }) {
  const { t } = useTexts()
  const { days, times, laboratory } = calendar
  const place = `${laboratory.city}, ${laboratory.address}`
  const rows = [...new Set(times.map(({ time }) => time))].sort()
  const at = new Map(times.map((slot) => [`${slot.date} ${slot.time}`, slot]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className="deskScroll" tabIndex={0} aria-label={t('desk:calendar.caption', { place })}>
      <table className={classNames('deskTable', styles.week)}>
        <caption className="visually-hidden">{t('desk:calendar.caption', { place })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk:calendar.time')}</th>
            {days.map(({ date, label }) => (
              <th key={date} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={8}>{t('desk:calendar.closed')}</td>
            </tr>
          )}
          {rows.map((time) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {days.map(({ date }) => {
                const slot = at.get(`${date} ${time}`)
                if (!slot || (slot.places === 0 && slot.taken === 0)) {
                  return (
                    <td key={date} className={styles.off}>
                      <span className="visually-hidden">{t('desk:calendar.closed')}</span>
                    </td>
                  )
                }
                const { taken, places } = slot
                return (
                  <td
                    key={date}
                    className={taken >= places ? styles.full : taken > 0 ? styles.some : undefined}
                  >
                    <span aria-hidden="true">{`${taken}/${places}`}</span>
                    <span className="visually-hidden">{t('desk:calendar.cell', { taken, places })}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
