import { fold } from '@/lib/shared/words'

/** Languages with a stop-word list. Others rely on rare words alone. */
export type Language = 'en' | 'de' | 'fr' | 'es'

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(fold))

export const STOP_WORDS: Record<Language, ReadonlySet<string>> = {
  en: wordSet(
    `a an the and or but nor so yet if then else than that this these those there here it its itself he she him her his hers they them their theirs we us our ours you your yours i me my mine myself yourself
    is am are was were be been being do does did done doing have has had having can could will would shall should may might must ought of in on at to from by with without for as into onto about over under
    up down out off again also too very just not no only own same such both each any some all more most other what which who whom whose when where why how while because until during before after between
    through above below against let lets please ok okay yes isn aren wasn weren don doesn didn won wouldn couldn shouldn hasn haven hadn ain im ive id youre youve theyre weve dont doesnt didnt whats wheres whos
    hows get got gets really actually now well still ever even much many lot`,
  ),
  de: wordSet(
    `der die das den dem des ein eine einen einem einer eines und oder aber doch wenn dann als dass daß ob weil ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen deinem deiner er ihn
    ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es wir uns unser unsere unseren euch euer eure ist bin bist sind seid war warst waren wird werden wurde habe hast hat haben hatte hatten kann
    kannst können könnte soll sollte muss musste darf will willst wollte mag nicht kein keine keinen in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter für durch um ohne gegen bis seit was wer
    wen wem wessen wo wohin woher wann warum wieso wie welche welcher welches welchen so auch nur noch schon sehr mal bitte ja nein hier da dort dies diese dieser dieses diesen man sich jetzt etwas alle alles`,
  ),
  fr: wordSet(
    `le la les un une des du de et ou mais donc si que qui quoi dont où je me moi mon ma mes tu te toi ton ta tes il elle on lui son sa ses nous notre nos vous votre vos ils elles leur leurs ce cet cette ces ça cela
    c'est est suis es sommes êtes sont était étais étaient être été ai as a avons avez ont avait avais avoir eu fait faire peux peut pouvez pouvoir ne pas plus non oui en y à au aux dans sur sous par pour avec sans
    chez vers comme quand comment pourquoi combien quel quelle quels quelles aussi très bien ici là tout toute tous toutes même s'il est-ce qu'est-ce`,
  ),
  es: wordSet(
    `el la los las un una unos unas lo y e o u pero si que qué quien quién quiénes cuál cuáles cómo cuándo dónde por porque para yo me mí mi mis tú tu tus te ti él ella ello se su sus nosotros nos nuestro nuestra
    vosotros vuestro ellos ellas le les este esta estos estas ese esa eso esos esas esto es soy eres somos son era eras eran ser sido está estoy estás están estar ha he has han había hay haber tiene tengo tienes
    puede puedes no sí de del a al en con sin sobre entre hasta desde como cuando donde más muy también ya aquí allí todo toda todos todas mucho muchos algo`,
  ),
}

/** The language with the most stop words among folded words. If none stands out, `plain` ASCII is English. */
export function languageOf(words: readonly string[], plain: boolean): Language | null {
  const [first, second] = (Object.keys(STOP_WORDS) as Language[])
    .map((language) => ({ language, hits: words.filter((word) => STOP_WORDS[language].has(word)).length }))
    .sort((a, b) => b.hits - a.hits)
  if (first && first.hits > (second?.hits ?? 0)) return first.language
  return plain ? 'en' : null
}
