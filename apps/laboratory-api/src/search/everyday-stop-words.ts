import { everydayWordsOf, stemKeysOf } from './everyday-stems.ts'

/** Words of questions that say nothing about the subject. */
const SAY_NOTHING = `
  a an and are as at be been by can could do does for from had has have how i im if in is it its me my need of on or our s should so some t
  that the there this to up want was we what when which who why will with would you your am after before all any get got just tests test
  buy order price cost near online
  won't can't don't away go going any anything really very still keep keeps since near
  family start pizza
  testing lab analysis please take go
  а в во все да для до ее её если есть же за и из или их к как какая какие какой когда ко ли меня мне мой мою моего моей на надо не нет но ну
  нужно нужны о об от перед по под после при про с сам свою себя со так там то у уже хочу что чтобы это эти я мы он она сын дочь муж жена
  очень уже ещё долго давно сколько чего совсем опять третий второй идти болезнь ранний ранняя раннее ранние
  старт пицца пиццу пиццы піца піцу піцы
  купить заказать цена стоимость сколько недорого дёшево срочно где рядом онлайн минск
  сдать сдавать сделать пройти проверить проверка узнать можно какими делать анализ анализы анализов тест тесты обследование исследование
  a aby albo bo by być chcę ciągle co czy dla do go i ich ile ja jak jaka jakie jaki jest jestem już ma mam mi mnie mój moja może muszę my na
  nie o od po pod przed przez przy są się sobie swój ta tak ten to u w we wie wykonać z za ze zrobić zbadać że badanie badania badań test
  testy trzeba wynik kupić bardzo od tygodni dawno ciągle jeszcze mojego mojej cena gdzie ile blisko pizzę pizzy
  ва да дзеля для ёсць з за і й каб калі мая мне мой мяне на не няма па пад пасля перад пра пры са што як якая якія я мы у ў ці гэта трэба
  здаць здаваць зрабіць праверыць хачу купіць кошт дзе ранні ранняя раннія аналіз аналізы аналізаў тэст даследаванне
`

/** Words of every second question. They count where a phrase has them (`кровь из носа`) and say nothing alone. */
const SAY_LITTLE = `
  after before all always often day week month year check check-up problem problems check feel feeling blood bad high low much many
  no not pain hurt hurts ache level time
  после перед нет не все всё часто постоянно всегда день неделя месяц год кровь крови болит болят боль сильно сильный ребёнок
  плохо высокий низкий хочу проверить сделать проверка
  po przed często ciągle zawsze dzień tydzień miesiąc rok krew krwi ból bolą boli brak dużo mało nie wysoki niski
  пасля перад няма не часта пастаянна заўсёды увесь час дзень тыдзень месяц год кроў крыві баліць баляць боль моцна дрэнна праверыць хачу
`

/**
 * Words of everyday life that reasons use too. Beside an unknown word they mean something else (`praca w
 * niemczech`).
 */
const OF_LIFE = `
  work job jobs driver drivers driving licence license travel trip holiday vacation abroad asia africa school kindergarten sport gym training
  train running hair nails nail skin cat cats dog dogs puppy kitten food milk sex sleep memory stress flower flowers woman women man men male
  female child children general total full complete whole basic kid kids baby heart tattoo
  работа работу работы водитель водителя водителю права поездка путешествие отпуск заграница азия африка египет таиланд тропики школа школу
  садик спорт спортзал тренировка бег волосы ногти кожа кот кошка коты котята собака щенок еда молоко секс сон память стресс цветы женщина
  женщине женщинам женский женские мужчина мужчине мужчинам мужской мужские дети детей детский ребёнок малыш сердце татуировка общий
  общая общее общие полный полная полное базовый
  praca pracy kierowca kierowcy prawo jazdy podróż wyjazd wakacje azja afryka szkoła przedszkole sport siłownia trening bieganie włosy paznokcie
  skóra kot koty pies psy jedzenie mleko seks sen pamięć stres kwiaty kobieta kobiety kobiet kobiece mężczyzna mężczyzn męskie dziecko dzieci
  dziecka serce tatuaż ogólny ogólne pełny pełne podstawowy podstawowe
  праца працу працы вадзіцель кіроўца правы паездка падарожжа адпачынак афрыка школа садок спорт трэніроўка бег валасы пазногці скура кот
  коткі кошка сабака ежа малако сэкс сон памяць стрэс кветкі жанчына жанчын жаночыя мужчына мужчын мужчынскія дзіця дзеці дзяцей сэрца
  татуіроўка агульны агульная агульнае поўны поўная поўнае
`

const keysOf = (words: string) => new Set(everydayWordsOf(words).flatMap((word) => stemKeysOf(word)))
const nothing = new Set(everydayWordsOf(SAY_NOTHING).map((word) => word.toLowerCase()))
const little = keysOf(SAY_LITTLE)
const ofLife = keysOf(OF_LIFE)

export function saysNothing(word: string): boolean {
  return nothing.has(word.toLowerCase())
}

export function saysLittle(key: string): boolean {
  return little.has(key)
}

export function isOfLife(key: string): boolean {
  return ofLife.has(key)
}
