import { fold, type Word } from './words'

/** English function words, which say nothing about the topic. */
const ENGLISH =
  "a about after all also am an and any are as at be because been but by can could did do does for from get had has have he her him his how i i'm if in into is it it's just like me my no not of on one or our out she should so some than that the their them then there they this to up us was we were what when where which who why will with would yes you your"

/** Function words by language, with the words that questions begin with. English comes first. */
const FUNCTION_WORDS = {
  en: ENGLISH,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber doch wenn dann als dass daß ob weil ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen deinem deiner er ihn
    ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es wir uns unser unsere unseren euch euer eure ist bin bist sind seid war warst waren wird werden wurde habe hast hat haben hatte hatten kann
    kannst können könnte soll sollte muss musste darf will willst wollte mag nicht kein keine keinen in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter für durch um ohne gegen bis seit was wer
    wen wem wessen wo wohin woher wann warum wieso weshalb wie wieviel welche welcher welches welchen wogegen wofür womit worüber wovon woran worauf wodurch worum wozu wobei worin woraus wonach so auch nur noch schon
    sehr mehr mal also bitte ja nein hier da dort dies diese dieser dieses diesen man sich jetzt etwas alle alles`,
  fr: `le la les un une des du de et ou mais donc si que qui quoi dont où je me moi mon ma mes tu te toi ton ta tes il elle on lui son sa ses nous notre nos vous votre vos ils elles leur leurs ce cet cette ces ça cela
    c'est est suis es sommes êtes sont était étais étaient être été ai as a avons avez ont avait avais avoir eu fait faire peux peut pouvez pouvoir ne pas plus non oui en y à au aux dans sur sous par pour avec sans
    chez vers comme quand comment pourquoi combien quel quelle quels quelles lequel laquelle lesquels lesquelles aussi très bien ici là tout toute tous toutes même s'il est-ce qu'est qu'est-ce d'où`,
  es: `el la los las un una unos unas lo y e o u pero si que qué qien quien quién quiénes cuál cuáles cómo cuándo cuánto cuánta cuántos cuántas dónde adónde por porque para yo me mí mi mis tú tu tus te ti él ella ello se
    su sus nosotros nos nuestro nuestra vosotros vuestro ellos ellas le les este esta estos estas ese esa eso esos esas esto es soy eres somos son era eras eran ser sido está estoy estás están estar ha he han había
    hay haber tiene tengo tienes puede puedes no sí de del a al en con sin sobre entre hasta desde como cuando donde más muy también ya aquí allí todo toda todos todas mucho muchos algo`,
  pt: `o a os as um uma uns umas e ou mas se que quem qual quais onde aonde quando como porque por quê quanto quanta quantos quantas eu me mim meu minha meus minhas tu te ti teu tua você vocês ele ela eles elas lhe lhes
    seu sua seus suas nós nosso nossa é são era foi ser sou somos está estou estão estar estava tem tenho têm ter tinha não sim de do da dos das em no na nos nas ao à aos às com sem para pelo pela até já também só
    muito mais este esta estes estas esse essa isso isto aquele aquela aquilo`,
  it: `il lo la i gli le un uno una e o ma se che chi cui cosa quale quali dove quando come perché quanto quanta quanti quante io mi mio mia miei mie tu ti tuo tua lui lei si suo sua noi ci nostro nostra voi vi loro è
    sono era sei siamo ho hai ha abbiamo hanno essere avere non sì di del della dei degli delle a al alla ai alle da dal dalla in nel nella con su sul sulla per tra fra anche più molto già questo questa quello quella`,
  nl: `de het een en of maar als dan dat die dit deze wat wie waar waarom wanneer hoe welke hoeveel ik mij me mijn je jij jou jouw hij hem zijn zij ze haar wij we ons onze jullie hun ben bent is was waren wordt werd heb
    hebt heeft kan kunt moet mag wil niet geen wel ook nog al er in op aan van voor met bij naar uit over onder door om te tot`,
  sv: `och att det den som en ett jag du han hon vi ni de mig min mitt mina dig din är var har hade inte på av för med till från om vad vem när varför hur vilken vilket vilka`,
  id: `yang dan di ke dari untuk dengan pada adalah itu ini saya aku kamu anda dia mereka kami kita tidak bukan sudah akan bisa ada juga atau tetapi apa siapa mana dimana kapan mengapa kenapa bagaimana berapa`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня еще ещё нет о из ему когда даже ну ли если уже или ни быть был него до вас вам там потом себя ей они
    тут где есть надо ней для мы тебя их чем была сам без будто чего раз тоже себе под кто этот какой какая какое какие им этом мой моя моё мои моего моей мою моих твой твоя это эта эти об чтобы куда откуда зачем почему
    сколько чей чья чьё кого кому кем чему свой свою наш ваш который`,
  ar: `من في على إلى عن مع ما ماذا متى أين كيف لماذا لم لن لا هل كم أي أيّ أية هو هي هم هن أنا نحن أنت أنتم هذا هذه ذلك تلك هؤلاء الذي التي الذين كان كانت يكون تكون قد لقد أن إن أو و ثم بل لكن إذا لو حتى كل بعض غير عند
    بعد قبل بين منذ ليس ليست به بها له لها لي فيه فيها منه منها عليه عليها إليه هناك هنا كما لأن بماذا لمن ممن عما مما`,
  ur: `کا کی کے کو نے سے میں پر ہے ہیں تھا تھی تھے ہوں ہو اور یا لیکن مگر کہ جو یہ وہ اس ان مجھے میرا میری میرے ہم آپ تم کیا کون کب کہاں کیوں کیسے کیسا کیسی کتنا کتنی کتنے کس کونسا کونسی نہیں ہی بھی تک تو`,
  hi: `का की के को ने से में पर है हैं था थी थे हूँ हूं हो और या लेकिन मगर कि जो यह ये वह वे इस उस इन उन मुझे मैं मेरा मेरी मेरे हम हमारा आप तुम तू क्या कौन कब कहाँ कहां क्यों कैसे कैसा कैसी कितना कितनी कितने किस किसने
    किसका किसकी किसके किसे कौनसा कौनसी नहीं ना ही भी तक तो एक`,
  bn: `এবং ও আর বা কিন্তু যে যা এই এটা এটি ওই সে তা তার তাকে আমি আমার আমাকে আমরা তুমি তোমার আপনি আপনার তিনি তারা না নয় নেই আছে ছিল হয় হবে থেকে জন্য সঙ্গে সাথে কি কী কে কার কাকে কাদের কখন কবে কোথায় কেন কেমন কিভাবে
    কীভাবে কত কতটা কতজন কোন কোনটা কোনো`,
  zh: `的 我的 你的 您的 他的 她的 了 是 在 和 有 我 你 您 他 她 它 我们 你们 他们 她们 这 那 这个 那个 不 没 没有 也 都 就 吗 呢 吧 啊 把 被 给 跟 与 或 但 但是 很 什么 什麼 谁 誰 哪 哪个 哪個 哪里 哪裡 哪儿 怎么 怎麼 怎样 怎么样 如何 为什么 為什麼 为何 多少 几 何时
    何處 何处 們 我們 你們 他們 這 個 这里 那里 沒 嗎 與`,
  ja: `の は が を に へ と で も や から まで より です ます だ た て し い ある いる する した して でした ました ません すか ですか ますか あり ありま か ね よ これ それ あれ この その あの ここ そこ 私 僕 俺 何 なに なん 誰 だれ どこ いつ なぜ どう どの どれ どちら どんな いくつ いくら
    何時 何処 何故 何人 何歳 という こと もの な ない さん`,
} satisfies Record<string, string>

export type Language = keyof typeof FUNCTION_WORDS
export const LANGUAGES = Object.keys(FUNCTION_WORDS) as readonly Language[]

/** English words, too, which alone suggest no other language. */
const LOOKALIKES = new Set(
  'ai al ar bin ci com come comment con da dan die dig dir door e em era fur hat io man mag met min na nas ni non o op os over per plus pour sa sans sin son todo ton u var war y ya'.split(
    ' ',
  ),
)

/** The languages of each function word, as bits. */
const languagesOf = new Map<string, number>()
for (const [place, list] of Object.values(FUNCTION_WORDS).entries())
  for (const word of list.split(/\s+/).map(fold))
    languagesOf.set(word, (languagesOf.get(word) ?? 0) | (1 << place))

/** The languages in which a folded word is a function word, as bits. */
export const functionIn = (folded: string): number => languagesOf.get(folded) ?? 0
/** Whether one of these bits is that of the language. */
export const isIn = (bits: number, language: Language | null): boolean =>
  language !== null && (bits & (1 << LANGUAGES.indexOf(language))) !== 0
/** Whether a folded word says nothing about the topic of a text in this language. */
export const isFunctionWord = (folded: string, language: Language | null) =>
  isIn(functionIn(folded), language)

/** The bits of lookalikes, and of words with other than ASCII letters. */
const [LOOKALIKE, FOREIGN] = [29, 30]
/** What one word suggests about the language of its text, as bits. */
export function hintOf(word: string, folded: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  const foreign = /^[\x00-\x7f’]*$/.test(word) ? 0 : 1 << FOREIGN
  return foreign | (LOOKALIKES.has(folded) ? 1 << LOOKALIKE : 0) | functionIn(folded)
}

/** How much the words of a text suggest each language. */
export type Hints = Int32Array
export const noHints = (): Hints => new Int32Array(FOREIGN + 1)
/** A lookalike only decides between languages that other words suggest equally. */
const TELLING = 8
export function addHint(hints: Hints, hint: number) {
  const weight = hint & (1 << LOOKALIKE) ? 1 : TELLING
  for (let left = hint; left; left &= left - 1) {
    const bit = 31 - Math.clz32(left & -left)
    hints[bit] = (hints[bit] ?? 0) + weight
  }
}

/** The language that most words suggest. Without any, plain ASCII counts as English. */
export function languageFrom(hints: Hints): Language | null {
  let best = 0
  for (let i = 1; i < LANGUAGES.length; i++) if ((hints[i] ?? 0) > (hints[best] ?? 0)) best = i
  if (best > 0 && (hints[best] ?? 0) >= TELLING) return LANGUAGES[best] ?? null
  return (hints[0] ?? 0) * 2 >= (hints[FOREIGN] ?? 0) ? 'en' : null
}

/** The language of a text, judged by its words; null = not known. */
export function languageOf(
  found: readonly Pick<Word, 'text'>[],
  folded = found.map(({ text }) => fold(text)),
) {
  const hints = noHints()
  for (const [i, { text }] of found.entries()) addHint(hints, hintOf(text, folded[i] ?? ''))
  return languageFrom(hints)
}
