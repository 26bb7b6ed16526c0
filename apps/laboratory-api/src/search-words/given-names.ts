/**
 * Given names that are frequent where the shop sells, with stems as they appear in queries. Names that are
 * also words (Вера, Роза, Mark, Grace) are left out: a query with such a word would be lost.
 */
const STEMS = `
александр алексе андре артем артём борис вадим валери валентин василь васили виктор витали владимир владислав вячеслав геннади георги
григори данил денис дмитри евгени егор иван ігар игор игорь илья ильи кирилл константин леонид максим михаил микола мікіт никит никола олег
павел петр пётр роман руслан семен сергей сергея сергею сергеем сяргей сяргея станислав степан тимофе тимур федор фёдор юри юры ярослав
ягор яўген уладзімір аляксандр аляксей андрэй дзмітры міхаіл мікалай пётр
алена алёна алеся алес алин алис алл анастаси ангелин анна анны анне анну анной ганна ганны антонин валентин варвар вероник виктори галин
дарья дарьи дарью диан екатерин елен елизавет жанн зинаид зоя зои ирин ірын карин каролин катя кати катю кристин ксени лариса ларис лидия лидии
людмил людміл маргарит марин мария марии марию марией марыя марыі марья надя наталь наталь наталія натал нин оксан оля ольг вольг
полин раис светлан святлан снежан софия софии софья софьи таисия таня тани татьян таццян ульян юлия юлии юлию юлій яна яны янины янин
adam aleksand andrzej anna annie anny annę ania ani agnieszk aleksandr alicj barbar beat bartosz bartłomiej bożen cezary dariusz dawid dorot
edward elżbiet ewelin filip franciszek gabriel grażyn grzegorz halin hann henryk hubert iren iwon izabel jacek jadwig jakub jan janin janusz
jarosław jerzy joann jolant józef julia julii julię justyn kamil karol karolin katarzyn kasia kasi kazimierz kinga kingi konrad krystian krystyn
krzysztof lech leszek łukasz maciej magd magdalen małgorzat marci marek marta marty martę mariusz mateusz michał mirosław monik natali
paulin paweł piotr przemysław radosław rafał renat robert ryszard sebastian stanisław stefan sylwi szymon tadeusz teres tomasz urszul wiesław
wiktori witold włodzimierz wojciech zbigniew zofi zofia zuzann
alexander andrew anthony benjamin brian charles christopher daniel david elizabeth emily emma george james jennifer jessica john jonathan joseph
joshua katherine kevin laura linda margaret maria matthew michael nancy nicholas olga patricia paul peter rachel rebecca richard samantha samuel
sarah sergei sofia stephen susan tatiana thomas timothy victoria vladimir william yulia irina elena svetlana natalia dmitry
`
  .trim()
  .split(/\s+/)
const ENDINGS = 'а|ы|и|е|у|ю|я|ой|ай|ей|ем|ом|о|й|ь|ья|ию|ия|ии|ием|a|y|i|ę|ą|ie|owi|em|iem|o|u'
const GIVEN_NAME = new RegExp(`^(?:${STEMS.join('|')})(?:${ENDINGS})?$`, 'u')
// Иванович, Ивановна, Іванавіч, Іванаўна in all cases.
const PATRONYMIC = /(?:[оеа]вич|[оеа]віч|[оеа]вн|[оеа]ўн|иничн|інічн)(?:а|у|ы|е|ой|ай|ам|ем)?$/u

/** Whether a word of a query is a person's name, as far as a list can show. */
export const isPersonName = (word: string): boolean =>
  GIVEN_NAME.test(word) || (word.length > 6 && PATRONYMIC.test(word))
