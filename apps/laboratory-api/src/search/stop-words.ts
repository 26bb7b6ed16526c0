/** Words of questions rather than of names, folded: they may match but hardly count. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'а в во для до за и из или как к ко ли на не о об от по при с со у чем что это',
    'анализ анализа анализы анализов исследование исследования тест тесты тестов проверить проверка проверка',
    'сдать сделать пройти узнать определить определение показатель показатели уровень кровь крови',
    'цена стоимость сколько стоит купить где можно минск',
    'a an and at by can do for from get how in is it level levels lab me my of on or the to what with',
    'test tests testing check checking analysis analyses price cost blood',
    'badanie badania na krwi i w z poziom test stezenie oznaczenie surowica surowicy osoczu',
    'сыворотка сыворотки сыворотке сывороточное сывороточныи serum',
    'анализ анализа анализы кроу крыви у з узровень вызначэнне сыроватка сыроватцы сыроватачнае сыроватачны',
  ]
    .join(' ')
    .split(' '),
)

/** Words that names have in common with unrelated queries by accident: a query of these alone finds nothing. */
export const CARRY_NOTHING: ReadonlySet<string> = new Set(
  [
    'family start старт семья семеиныи дом дома домой доставка новости',
    // Greetings. Without its accents `cześć` reads like `część`, a part.
    'hello hi hey hej czesc witam привет здравствуите прывитанне витаю',
  ].flatMap((words) => words.split(' ')),
)
