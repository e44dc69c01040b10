import type { Language } from './languages'

/**
 * Words that name no topic, besides function words: in English general nouns, as a tagger tells nouns there; in
 * German nouns; elsewhere adverbs and common verbs, too.
 */
export const GENERAL_WORDS: Partial<Record<Language, string>> = {
  en: `able act amount anyone anything bit call case cause certain challenge chance change congrat congrats course date day determination encouragement end everybody
    everyone everything example experience fact few fine front goal hand happiness hello help here hour idea importance info interest item journey kind kindness last
    least less level line list lot low luck man many minute moment month more most motivation much name need next nobody none note nothing number order other others
    part passion past people person piece place plan point problem question reason reminder rest result same second section self sense side somebody someone something
    sort step still stuff support sure text thanks thing thought time tip today tomorrow tonight topic turn two use value want way week weekend while wish word world
    worry year yesterday`,
  de: `abend anfang art beispiel dank ding dinge ende frage fragen grund hilfe idee jahr jahre jahren leute mensch menschen minute minuten moment monat monate morgen
    nacht ordnung person problem sache sachen seite stunde stunden tag tage tagen tat teil uhr weise woche wochen wochenende zeit`,
  fr: `afin aime ainsi alors an année années ans après assez aucun aucune aujourd'hui autre autres avant beaucoup bon bonjour bonne c'était car celle celui cependant
    certains chaque chose choses contre demain depuis dernier dernière dire dois doit déjà encore enfin ensuite entre fais faut fois font gens grand grande heure heures
    hier j'ai j'aime jamais jour jours jusque lors maintenant merci mois nouveau nouvelle parce parfois pendant permet petit petite peu peut-être plusieurs plutôt
    premier première presque prochain puis quelque quelques rien sauf selon semaine seul seulement soit souvent sujet surtout tant temps toujours toutefois trop va vais
    veux vont vraiment`,
  es: `además ahora alguna algunas alguno algunos algún antes aquel aquella así aun aunque ayer año años aún bastante bien buen buena buenas bueno buenos cada casi
    cerca cierto claro cosa cosas creo cual cualquier debe debo decir dentro después dice dijo durante día días ejemplo encima entonces estuvo fue fuera fueron fui
    gracias gran grande hace hacen hacer hago hice hizo hola hora horas hoy luego lugar mayor mañana mejor menos mes meses mientras misma mismo modo momento nada nadie
    ni ninguna ninguno nueva nuevo nunca otra otras otro otros parte poco pocos primer primera primero puedo quiere quiero quizá sabe segundo según semana siempre solo
    sé sólo tal tan tanto tarde tiempo tuve tuvo usted ustedes va vamos varios veces ver vez voy última último últimos`,
  pt: `agora ainda algo algum alguma algumas alguns amanhã ano anos antes apenas aqui assim bem boa bom cada coisa coisas contra depois deve dia dias dizer durante
    entre então existe faz fazer fez fiz foram fui hoje hora horas lugar lá maior melhor menos meses mesma mesmo momento mês nada nem nenhum nesta neste nova novo nunca
    obrigada obrigado ontem outra outras outro outros parte pode posso pouco primeira primeiro quase quero sei semana sempre sobre tal talvez tanto tarde tempo teve
    tive toda todas todo todos tudo vai vamos vez vezes vou última último`,
  it: `adesso allora altra altre altri altro ancora anni anno aveva avevo bene buon buona certo ciascuno circa contro cose così dentro deve devo domani dopo durante
    ecco ed essi fa faccio fare fatto fino fuori giorni giorno grande grazie ieri infatti insieme invece lì mai meglio meno mentre mese mesi modo molta molte molti
    niente nulla nuova nuovo oggi ogni ora ore ormai parte però poco poi posso prima primo può qualche quasi qui quindi sempre senza sera settimana sia solo sopra sotto
    spesso stata stato stesso subito tanto tempo troppo tutta tutte tutti tutto ultima ultimo va vado vedere verso vicino vita voglio volta volte`,
  nl: `alles altijd ander andere beide beter binnen boven daar dag dagen dankzij dezelfde ding dingen doe doen doet dus echt eens eerst eerste elk elke enkele erg even
    ga gaan gaat gedaan geweest gisteren goed goede graag groot grote hallo hebben hier hoor iemand iets intussen jaar jaren keer kom komen komt kunnen laat laatste
    later maak maakt maand maanden maken meer meest mensen misschien moeten morgen na niemand niets nieuw nieuwe nooit nu ongeveer opnieuw soms steeds straks tegen tijd
    tijdens toch toen tussen uur vaak vandaag veel verder vooral vrij week weer weet weg weinig weken welk werden wilde willen worden zal zeer zelf zo zonder zou zouden
    zullen`,
  ru: `более больше будет будут были весь впрочем время всегда всего всей всех всю вчера говорить год года году дело день дней дня другая другие другой завтра здесь
    знаю конечно которая которое которые лет лучше люди между менее месяц много могу может можно назад нас неделе неделю неделя нельзя несколько никогда ничего нужно
    один одна однако одно около опять очень первый перед после потому почти при про просто разве сегодня сейчас сказал совсем спасибо такая также такие такой теперь
    тогда того тот три уж хорошо хотя хочу через чтоб чуть этих этого этой эту`,
  zh: `一下 一个 一些 一样 一直 一起 上 下 不是 不过 两 个 中 为 为了 今天 从 以前 以及 以后 使用 例如 做 其中 其他 再 到 十 去 又 只 可以 可能 各 各种 同时 后 向 因为
    因此 多 大 大家 天 太 好 如果 如此 它们 对 对于 将 小 就是 已经 年 并 应该 开始 当 得 必须 想 所以 所有 才 打算 找 时 时候 时间 明天 星期 昨天 是否 最 最近 月 有时
    有点 来 某 根据 次 正在 此 每 每天 比较 现在 由 由于 的话 看 真的 知道 种 第一 等 继续 而 而且 能 自己 虽然 要 觉 觉得 认为 让 许多 该 说 请 谢谢 起来 越 还 还是
    还有 这些 通过 那么 那些 那样 里 问题 除了 随着 需要 非常 首先`,
  ja: `一 三 上 下 中 事 二 人 今 今回 今年 今日 今月 今週 他 以上 以下 以前 以後 件 何か 先 先月 先週 全部 内 分 別 前 前回 問題 場合 場所 大丈夫 彼 彼女 後 後で 必要
    思 意味 手 教 方 方法 日 明日 昨日 時 時々 時間 最初 最後 最近 月 本当 来年 来月 来週 次 毎日 毎週 気 点 為 特 皆 自分 見 言 質問 週 週末 達 部分 間 際 頃`,
  sv: `alla allt andra annan bara blev bli blir bra dag dagar denna dessa detta där efter eller endast fick få får före första gick går gör göra ha här igår ingen inget
    inom ju kan kom komma kommer kunde lite man mellan men mer mest mot mycket många måste nej nu nya någon något några också sedan sig ska skulle så sådan tack tid
    under upp ut utan vara varit vid vill än även år åt`,
  id: `agar antara atas bagi bahwa baik banyak baru beberapa belum benar besok bila boleh bulan cara cukup dalam dapat demi depan dulu hal hanya hari harus hingga ingin
    jadi jam jangan jika kalau kali karena kasih kata kemarin kembali kemudian kepada ketika lagi lain lalu lebih lewat maka malam masih mau memang mengenai merasa
    minggu misalnya mulai mungkin namun nanti oleh orang pagi paling para pasti perlu pernah punya saat sama sampai sangat satu sebagai sebelum sebuah secara sedang
    sejak sekali sekarang selalu selama seluruh semua sendiri seorang seperti sering serta setelah setiap si sini suatu supaya tadi tahu tahun tanpa telah tentang tentu
    terima terlalu tetap tiap waktu walau`,
}
