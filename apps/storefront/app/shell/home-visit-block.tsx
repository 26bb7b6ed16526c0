import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './home-visit-block.module.css'

interface HomeVisitBlockProps {
  /** Label of the laboratory that the quick button chooses. */
  firstCallable: string | undefined
  /** The quick button was pressed and there is none. */
  isMissing: boolean
}

/** What a home visit is, in Russian in every language, with the quick way to order one. Stands in the form of the laboratory. */
export function HomeVisitBlock({ firstCallable, isMissing }: HomeVisitBlockProps) {
  const { t, i18n } = useTranslation()
  return (
    <section className={styles.block} lang="ru" aria-labelledby="home-visit">
      <h2 id="home-visit">Выезд на дом</h2>
      <Facts
        small
        facts={[
          { icon: 'clipboard-list', term: 'Приём заказов', value: 'ежедневно, без выходных' },
          { icon: 'clock', term: 'Визит на следующий день', value: 'можно заказать до 19:00 текущего дня' },
          {
            icon: 'calendar',
            term: 'Специалисты выезжают',
            value: 'с понедельника по субботу, с 7:30 до 11:30',
          },
        ]}
      />
      <Button type="submit" name="quick" value="firstCallable" look="quiet" icon="house" wide>
        {firstCallable ?? 'Вызов на дом'}
      </Button>
      {isMissing && (
        <div lang={i18n.language}>
          <Notice tone="warn" role="alert" title={t('messages:noCallableLabs')} />
        </div>
      )}
    </section>
  )
}
