import { baseForm } from '@/lib/shared/irregular'

export const anyOf = (list: string) => `(?:${list.trim().split(/\s+/).join('|').replaceAll('_', '[ -]?')})`
const whole = (pattern: string) => {
  const all = new RegExp(`^${pattern}$`, 'iu')
  return (phrase: string) => all.test(phrase)
}

export const isOneOf = (list: string) => whole(anyOf(list))

const MEN =
  'dad daddy father papa brother husband hubby son uncle grandad granddad grandfather grandpa grandson boyfriend nephew stepdad stepfather stepson stepbrother godfather godson father_in_law brother_in_law son_in_law fiancé'
const WOMEN =
  'mum mom mummy mother mama sister wife daughter aunt auntie gran granny grandma grandmother nan nana granddaughter girlfriend niece stepmum stepmom stepmother stepdaughter stepsister godmother goddaughter mother_in_law sister_in_law daughter_in_law landlady fiancée'
const PEOPLE =
  'partner friend mate pal boss manager supervisor colleague coworker co-worker teammate neighbour neighbor flatmate roommate housemate landlord gp doctor dentist therapist physio counsellor teacher tutor coach mentor professor accountant lawyer solicitor hairdresser barber plumber vet nurse midwife childminder nanny babysitter cleaner builder trainer assistant child kid boy girl toddler baby cousin parent grandparent grandchild sibling twin spouse ex godparent godchild lodger tenant pastor priest client trainee intern family folk eldest oldest youngest in-law other_half better_half'
const PETS =
  'cat dog kitten puppy pup parrot tortoise turtle hamster rabbit bunny horse pony donkey goldfish fish budgie canary cockatoo cockatiel parakeet lizard gecko iguana snake guinea_pig gerbil rat ferret hen chicken goat sheep lamb pig cow duck goose alpaca llama bee hedgehog chinchilla spider tarantula axolotl frog bird pigeon mare foal stallion'
const BIG_THINGS =
  'car bike bicycle motorbike motorcycle scooter moped van lorry truck camper campervan motorhome caravan boat narrowboat houseboat barge sailboat sailing_boat catamaran yacht dinghy canoe kayak tractor house flat apartment cottage bungalow cabin studio allotment garden farm bakery shop café cafe restaurant'
const SMALL_THINGS =
  'phone laptop computer tablet camera piano guitar violin cello drum_kit telescope sewing_machine kitchen sofa front_door skateboard surfboard e-bike tandem oven tent printer watch console xbox playstation kindle ukulele flute trumpet saxophone banjo harp accordion clarinet greenhouse shed hot_tub air_fryer dishwasher tv desk office bedroom bathroom balcony roof bed coat hair beard eye'
const VENTURES =
  'start-?up company business band choir podcast blog newsletter shop store charity label village town street team club'
const FOR_DATES = 'anniversary name_day appointment lesson class course rehearsal training locker'
const ATTRIBUTES =
  'surname last_name maiden_name middle_name nickname home_?town native_language first_language mother_tongue ring_size star_sign zodiac_sign time_zone postcode dress_size'

/** Class of a noun phrase by its last word: it decides which complements are facts. */
export type Noun = 'man' | 'woman' | 'person' | 'pet' | 'thing' | 'venture' | 'date' | 'attribute' | 'other'
const NOUNS: readonly [Noun, RegExp][] = (
  [
    ['attribute', ATTRIBUTES],
    ['man', MEN],
    ['woman', WOMEN],
    ['person', PEOPLE],
    ['pet', PETS],
    ['thing', `${BIG_THINGS} ${SMALL_THINGS}`],
    ['venture', VENTURES],
    ['date', FOR_DATES],
  ] satisfies [Noun, string][]
).map(([noun, list]) => [noun, new RegExp(`(?:^|[\\s-])${anyOf(list)}$`, 'iu')])
export const nounClass = (phrase: string): Noun =>
  NOUNS.find(([, is]) => is.test(phrase))?.[0] ?? (isJob(phrase) ? 'person' : 'other')
export const ENTITY = anyOf(`${MEN} ${WOMEN} ${PEOPLE} ${PETS} ${BIG_THINGS} man woman guy lady boy girl`)
export const PERSON = anyOf(`${MEN} ${WOMEN} ${PEOPLE} child cousin grandchild sibling twin`)
export const RELATIVE = anyOf(
  `${MEN} ${WOMEN} child kid boy girl toddler baby cousin grandchild sibling twin triplet`,
)
export const OWNED = anyOf(`${PETS} ${BIG_THINGS} ${SMALL_THINGS}`)
export const PET = anyOf(PETS)
export const RIDDEN = anyOf(
  'car bike bicycle motorbike motorcycle scooter moped van lorry truck bus tram taxi cab camper campervan motorhome tractor pick-?up e-bike unicycle tandem trike quad horse pony hybrid estate hatchback minivan people_carrier suv jeep convertible',
)

export function singular(phrase: string): { noun: string; plural: boolean } {
  const bare = phrase.replace(/^(?:\S+[- ]year[- ]old|two|three|four|five|six|both|\d+)\s+/i, '')
  const [, head = '', last = ''] = /^(.*?)([^\s-]+)$/u.exec(bare) ?? []
  const one = [
    last.replace(/children$/i, 'child'),
    baseForm(last.toLowerCase()),
    last.replace(/ies$/i, 'y'),
    last.replace(/(?<=..[^s])s$/i, ''),
  ].find((form) => form.toLowerCase() !== last.toLowerCase() && nounClass(form) !== 'other')
  return one ? { noun: head + one, plural: true } : { noun: bare, plural: false }
}

const JOBS = `
  nurse vet phlebotomist chef cook pilot judge clerk surgeon gp paramedic mechanic architect dj midwife au_pair coach guide monk nun priest vicar pastor rabbi imam soldier diplomat sommelier barista poet analyst physio ceo cto cfo civil_servant postie paralegal apprentice executive actress waitress stewardess sysadmin admin dev rep agent crew shepherd farmhand magistrate tech_lead secretary beautician comedian custodian historian librarian veterinarian
  baker barber bartender bookbinder brewer bricklayer broadcaster broker builder butcher butler cabinetmaker caretaker carpenter cartographer caterer chauffeur childminder cleaner commissioner composer confectioner controller copywriter courier dealer debt_collector designer developer dispatcher distiller dog_groomer dog_walker dressmaker driller driver engineer examiner farmer farrier filmmaker firefighter fitter forester freelancer fundraiser gardener ghostwriter glazier grocer hairdresser interpreter jeweller jeweler joiner landscaper lawyer lecturer luthier manager marketer miner notary officer organiser organizer painter_and_decorator photographer plasterer plumber porter potter practitioner presenter prison_officer producer programmer promoter publisher ranger recruiter reporter researcher roofer saddler screenwriter server_admin shoemaker songwriter speechwriter stockbroker streamer surveyor tailor teacher team_leader tester trader trainer trucker (?:piano_)?tuner undertaker underwriter upholsterer usher vet_nurse videographer waiter watchmaker weaver welder winemaker worker writer youtuber zookeeper (?:town|city|urban|event|wedding|financial)_planner
  actor adjudicator administrator advisor adviser ambassador animator auditor author barrister chiropractor conductor contractor coordinator counsellor counselor curator decorator director doctor editor educator estimator facilitator governor illustrator inspector instructor investigator janitor mayor moderator operator orchestra_conductor professor prosecutor realtor sailor sculptor senator solicitor supervisor surveyor translator tutor
  accountant assistant attendant consultant lieutenant merchant sergeant auctioneer puppeteer
  artist dentist pharmacist chemist physicist economist florist receptionist typist specialist journalist columnist novelist machinist botanist geneticist archivist stylist pianist violinist cellist guitarist bassist flautist organist percussionist harpist nutritionist linguist lobbyist cartoonist hygienist orthodontist scientist illusionist`
const JOB = new RegExp(
  `(?:^|[\\s-])(?:${anyOf(JOBS).slice(3, -1)}|\\p{L}+(?:ologist|iatrist|ometrist|therapist|ographer|ician|smith|wright|keeper|nurse|monger)|(?:post|fire|police|fisher|sales|business|crafts|signal|door|milk|handy|camera|dust|bin|chair|grounds|lines|service|trades|repair|spokes)(?:man|woman))$`,
  'iu',
)
const UNLIKE_JOB =
  /^(?:retired|former|ex|aspiring|would-be|wannabe|failed|bit|terrible|bad|good|great|big|huge|total|proud|keen|slow|fast|early|late|light|heavy|better|worse|non|hopeless|decent|natural|born|self-taught|amateur|hobby|casual|occasional|budding|backseat|armchair|fussy|picky|visual|quick|regular|frequent|first-time|long-time|paying|happy|unhappy|real|true|massive|complete|lapsed|recovering|reformed|secret|closet|fake|self-confessed|hardcore|avid|nervous|careful|confident|cautious|anxious|lousy|rubbish|crap|shit|mediocre|average|hired)(?:[\s-]|$)/i
export const isJob = (phrase: string) =>
  JOB.test(phrase) &&
  !/\s(?:of|for|and|or|to|with)\s/.test(phrase) &&
  !isNationality(phrase) &&
  !isDiet(phrase) &&
  !UNLIKE_JOB.test(phrase)

export const isNationality = whole(
  `(?:half[ -])?${anyOf('british english scottish welsh irish northern_irish american canadian mexican brazilian argentinian argentine chilean colombian peruvian venezuelan uruguayan bolivian ecuadorian cuban jamaican french german austrian swiss dutch belgian spanish portuguese italian greek turkish polish czech slovak slovenian croatian serbian bosnian hungarian romanian bulgarian ukrainian russian belarusian lithuanian latvian estonian finnish swedish norwegian danish icelandic maltese cypriot albanian georgian armenian israeli lebanese syrian iraqi iranian egyptian moroccan algerian tunisian nigerian ghanaian kenyan ethiopian ugandan tanzanian south_african zimbabwean indian pakistani bangladeshi sri_lankan nepali nepalese afghan chinese taiwanese japanese korean south_korean vietnamese thai malaysian indonesian filipino singaporean australian kiwi kazakh mongolian luxembourgish catalan basque moldovan azerbaijani kosovan montenegrin macedonian uzbek kyrgyz tajik turkmen cambodian laotian burmese bhutanese saudi emirati qatari kuwaiti yemeni omani jordanian palestinian libyan sudanese eritrean somali rwandan burundian congolese cameroonian ivorian senegalese malian gambian angolan mozambican namibian zambian malawian malagasy mauritian togolese liberian costa_rican panamanian guatemalan honduran salvadoran nicaraguan dominican puerto_rican haitian paraguayan trinidadian guyanese surinamese fijian samoan tongan faroese greenlandic flemish cornish brit swede dane finn pole turk scot spaniard')}`,
)
export const isLanguage = (phrase: string) => isNationality(phrase) || isOtherLanguage(phrase)
const isOtherLanguage = isOneOf(
  'arabic hebrew farsi persian hindi urdu bengali punjabi tamil telugu malay tagalog mandarin cantonese swahili latin sanskrit gaelic esperanto asl bsl sign_language (?:\\p{L}+_)?sign_language wolof yoruba igbo hausa zulu xhosa afrikaans amharic somali tigrinya flemish yiddish kurdish pashto dari marathi gujarati kannada malayalam sinhala burmese khmer lao quechua frisian breton galician maori hawaiian creole patois luxembourgish sami faroese twi shona setswana romansh ladino tatar uzbek azerbaijani macedonian',
)
export const endsIn = (list: string) => new RegExp(`(?:^|[\\s-])${list}$`, 'iu')
export const endsInOneOf = (list: string) => endsIn(anyOf(list))
export const INSTRUMENT = anyOf(
  'piano guitar violin cello viola drums drum_kit bassoon tuba (?:french_)?horn harpsichord lute sitar tabla bodhrán xylophone marimba vibraphone synth(?:esi[sz]er)? keyboards? piccolo cornet lyre zither ukulele flute trumpet trombone saxophone sax banjo harp accordion clarinet oboe bass organ harmonica mandolin fiddle recorder bagpipes',
)
export const BUSINESS = anyOf(
  "bakery café cafe shop store restaurant bar pub hostel hotel business company agency studio salon barbershop barber's clinic practice farm vineyard brewery gallery nursery school start-?up bookshop bookstore garage workshop b&b guesthouse firm consultancy gym kennels stall food_truck blog podcast newsletter channel charity club choir",
)
/** Long-term medicines by name or the end of it; antibiotics and painkillers pass. */
export const MEDICINE = `(?:\\p{L}*(?:formin|statins?|pril|sartan|olol|prazole|oxetine|traline|talopram|xaban|gliptin|gliflozin|glutide|thyroxine|dipine|triptan|lukast|zosin|dronate|methotrexate|trigine|tiapine)|${anyOf('insulin warfarin aspirin lithium ritalin adderall concerta vyvanse prozac zoloft lexapro ozempic wegovy antidepressants beta_blockers blood_thinners the_pill antihistamines melatonin gabapentin pregabalin clopidogrel prednisolone hrt folic_acid vitamin_\\p{L}\\d* iron_tablets')})`
export const isDiet = isOneOf(
  'vegan veggie vegetarian pescatarian pescetarian flexitarian halal kosher keto paleo plant-based gluten-free dairy-free',
)
/** Lasting conditions; moods and illnesses that pass are not here. */
export const isLasting = whole(
  `(?:partially |completely |severely |red-green |type [12] )?${anyOf('coeliac celiac diabetic asthmatic epileptic left_handed right_handed ambidextrous colou?r_?blind deaf blind dyslexic dyspraxic autistic anaemic anemic teetotal short-sighted near-sighted long-sighted retired divorced widowed bilingual trilingual lactose_intolerant gluten_intolerant hard_of_hearing only_child single_(?:mum|mom|mother|dad|father|parent) single married self_employed unemployed non-smoker partially_sighted visually_impaired hearing_impaired')}(?: in (?:one|my left|my right|the left|the right) ear)?`,
)
export const isIllness = whole(
  `(?:[\\p{L}-]+ )?(?:type (?:[12]|one|two) )?${anyOf("diabetes asthma epilepsy adhd autism arthritis migraines eczema psoriasis dyslexia tinnitus hypothyroidism endometriosis anaemia anemia coeliac_disease celiac_disease hay_fever insomnia scoliosis fibromyalgia depression ibs pacemaker high_blood_pressure dementia parkinson'?s alzheimer'?s lupus gout vertigo glaucoma heart_condition heart_murmur crohn'?s_disease crohn'?s colitis pcos ms ocd ptsd sciatica rosacea sleep_apnoea sleep_apnea lactose_intolerance bad_knee bad_back bad_hip hearing_aids?")}(?: type (?:[12]|one|two))?`,
)
const BREED = endsInOneOf(
  '\\p{L}*terrier westie yorkie \\p{L}*retriever \\p{L}*spaniel \\p{L}*poodle \\p{L}*collie labrador lab whippet greyhound beagle dachshund pug husky \\p{L}*shepherd alsatian corgi boxer \\p{L}+dog mastiff setter pointer \\p{L}*hound \\p{L}+doodle \\p{L}+poo chihuahua dalmatian rottweiler malamute akita samoyed shiba_inu shiba lurcher staffy mongrel schnauzer dobermann doberman pinscher great_dane newfoundland st_bernard vizsla weimaraner kelpie papillon pomeranian pekingese shih_tzu maltese havanese bichon_frise cross ' +
    'tabby siamese persian ragdoll maine_coon bengal sphynx burmese birman russian_blue \\p{L}*shorthair \\p{L}*longhair moggy tortoiseshell abyssinian ' +
    'cob shetland clydesdale shire connemara appaloosa haflinger ' +
    'lop lionhead rex dutch lop-ear',
)
export const isBreed = (phrase: string) => !ANIMAL.test(phrase) && BREED.test(phrase)
const ANIMAL = /^(?:dog|cat|horse|rabbit)$/
export const isColour = whole(
  '(?:(?:dark|light|bright|pale|deep|navy|black and|blue and|red and) )?(?:black|white|red|blue|green|yellow|orange|purple|pink|brown|gr[ae]y|silver|gold|beige|turquoise|maroon|cream|ginger|navy|teal|electric|hybrid|diesel|automatic|second-hand|Victorian|Edwardian|Georgian|tiny|small|huge|rented)',
)
/** Complements that describe a thing for good ("blue", "on the third floor", "a Brompton"). */
export const describes = (phrase: string) =>
  isColour(phrase) ||
  /^(?:on the [\p{L}]+ floor|(?:above|opposite) an? [\p{L} ]+|from \d{4}|made of [\p{L}]+|in [A-Z][\p{L}-]+(?: [A-Z][\p{L}-]+)*)$/u.test(
    phrase,
  ) ||
  (/^an? .*(?:\p{Lu}|\d)/u.test(phrase) && phrase.split(' ').length <= 6)

/** Closed classes of what a predicate may be said of. A phrase outside its class gives no fact. */

export const DWELLING = endsInOneOf(
  'house flat apartment studio cottage bungalow farmhouse farm village town city suburbs? countryside mountains island desert forest caravan campervan van houseboat narrowboat boat yurt cabin convent monastery dorm dormitory hostel basement attic loft shared_flat care_home nursing_home mobile_home tiny_house terrace duplex maisonette coast seaside hamlet block_of_flats tower_block student_halls halls commune outskirts room place valley',
)
export const WORKPLACE = endsInOneOf(
  "hospital clinic hospice school university college academy church library museum hotel airport prison nursery theatre bakery brewery supermarket warehouse factory bank shop store café cafe restaurant bar pub office call_cent(?:re|er) law_firm firm agency council city charity ngo commission authority foundation union start-?up company bookshop bookstore pharmacy garage gym kindergarten daycare salon spa zoo farm vineyard shipyard port post_office court_?house police newspaper publisher laboratory lab institute ministry embassy government service railway railways insurer hairdresser'?s bookmaker'?s vet'?s dentist'?s doctor'?s butcher'?s optician'?s mill mine shelter care_home practice surgery cinema canteen kitchen fire_station comprehensive primary consultancy telco airline bookie'?s food_bank cemetery",
)
/** Products and languages for computers: no places, clubs, people or teams. */
export const TECH =
  /^(?:python|rust|react|vue|svelte|angular|java|linux|ubuntu|debian|windows|mac|macos|ios|android|postgres\w*|mysql|sqlite|mongodb|redis|docker|kubernetes|azure|aws|gcp|slack|notion|teams|zoom|jira|figma|vim|neovim|emacs|chrome|firefox|safari|obsidian|spotify|excel|word|outlook|gmail|github\b.*|gitlab|typescript|javascript|kotlin|swift|go|php|ruby|c|c\+\+|c#|scala|haskell|elixir|vs code|blender|photoshop|latex|matlab|tailwind|node|deno|bun|jquery|xml|json|yaml|html|css|sql|terraform|ansible|jenkins|kafka|facebook|twitter|instagram|discord|whatsapp|it|hr|qa|premium|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/iu
export const isAllergen = isOneOf(
  '(?:[\\p{L}-]+_)?(?:nuts?|peanuts?|hazelnuts?|almonds?|cashews?|walnuts?|pecans?|pistachios?|brazil_nuts) eggs? milk dairy lactose gluten wheat soya? soy sesame mustard celery lupin fish shellfish prawns? shrimps? mussels oysters crab lobster seafood kiwis? strawberries apples? peach(?:es)? mango(?:es)? pineapple bananas? tomato(?:es)? citrus avocados? oats rye barley corn garlic onions? coriander cinnamon honey chocolate mushrooms? sulphites sulfites msg penicillin amoxicillin ibuprofen aspirin codeine latex nickel (?:[\\p{L}-]+_)?pollen grass hay ragweed birch dust (?:house_)?dust_mites mould mold feathers wool fur (?:our|my)_(?:cat|dog) cats? dogs? horses? rabbits? hamsters? guinea_pigs? (?:bee|wasp)_stings bees? wasps? mosquito(?:es|_bites) perfume plasters adhesive iodine anaesthetics sulfa_drugs antibiotics morphine lidocaine sunscreen hair_dye',
)
/** What people collect; not reports or signatures. */
export const COLLECTION = endsInOneOf(
  'stamps coins banknotes records vinyls? lps cds maps pens pencils cards postcards comics books first_editions novels figurines figures minerals crystals fossils shells seashells rocks stones posters prints watches clocks knives toys dolls teddies models trains cameras teapots cups mugs plates bottles corks badges pins patches magnets key_?rings autographs antiques art sculptures masks instruments guitars typewriters radios consoles games sneakers trainers shoes hats ties scarves bags lego globes lamps spoons thimbles buttons beads snow_globes insects butterflies beetles plants cacti succulents orchids bonsais cookbooks magazines newspapers labels beer_mats matchboxes tickets photographs photos porcelain glass silver memorabilia whisk(?:e)?y wines?',
)
export const isGame = isOneOf(
  'football soccer futsal rugby hockey ice_hockey field_hockey basketball netball volleyball handball baseball softball cricket tennis table_tennis badminton squash padel golf darts pool snooker billiards chess go bridge poker rummy mah_?jong+ scrabble backgammon dominoes polo water_polo lacrosse bowls petanque pétanque boules croquet rounders hurling camogie shinty ultimate frisbee d&d dungeons_and_dragons minecraft fortnite (?:left|right)_(?:back|wing|half) cent(?:re|er)_(?:back|half|forward) midfield goal(?:keeper|ie)? striker scrum_half fly_half prop hooker',
)
export const isHobby = isOneOf(
  `(?:(?:rock|ice|wild|sea|trail|ballroom|tap|folk|salsa|mountain|cross-country|metal|wood|fell|fly|sea|road|indoor|open_water|long[- ]distance)[ -])?(?:${'climbing bouldering running swimming cycling rowing sailing surfing skiing skating skateboarding dancing hiking kayaking canoeing fencing boxing kickboxing wrestling riding fishing diving freediving knitting crocheting sewing quilting weaving painting drawing woodworking carving gardening baking brewing beekeeping birdwatching biking paragliding juggling singing printmaking bookbinding geocaching orienteering weightlifting powerlifting'.replaceAll(' ', '|')}) pottery yoga pilates judo karate ceramics crossfit parkour archery ballet taekwondo aikido origami calligraphy embroidery improv capoeira tai_chi triathlons? marathons? gymnastics athletics macramé`,
)
/** Of what one is doing only pastimes are liked for good: not "waiting on hold". */
export const isPastime = (phrase: string) =>
  !/^\p{L}+ing(?:\s|$)/u.test(phrase) ||
  isHobby(phrase) ||
  /^(?:(?:wild|sea|road|solo|slow) )?(?:cook|bak|read|writ|paint|draw|danc|sing|walk|hik|runn|swimm|cycl|travell?|camp|fish|sail|driv|fly|shopp|clean|iron|garden|knitt|sew|gam|cod|programm|learn|bowl|watch|listen|play|go|work|meet|visit|explor|discover|collect|sleep|skat|div|row|teach|spr|morn|even|wedd|p|k|r|build|wash|speak|think|nett|tinker|volunteer|do|mak|eat|drink|host|commut|queu|organi[sz]|grow|wander|swing|box|wrestl|weld|solder|sculpt|thrift|stargaz|people[- ]watch|proofread)ing(?:\s|$)/iu.test(
    phrase,
  )
export const isSubject = (phrase: string) => SUBJECT.test(phrase) || isLanguage(phrase)
const SUBJECT = endsIn(
  '(?:\\p{L}{2,}(?:olog|ograph|onom|istr|osoph|metr|atr|onaut)(?:y|ics)|\\p{L}+(?:ematics|ysics|istics|ronics|etics|amics|obotics|litics|hanics|nomics|ermatics)|maths?|physics|\\p{L}*engineering|nursing|accounting|marketing|programming|computing|teaching|acting|painting|drawing|sculpture|architecture|literature|agriculture|horticulture|viticulture|medicine|law|art|arts|fine arts?|music|dance|drama|theatre|film|history|classics|science|sciences|studies|management|finance|business|journalism|education|design|theology|languages?|pharmacy|dentistry|midwifery|psychology|translation|animation|yoga|pilates|ballet|judo|karate|dancing|swimming|skiing|riding|sailing|climbing|surfing|cooking|baking|singing|writing|knitting|coding|pottery|ceramics|pe|p\\.?e\\.?|religion|ethics|politics|statistics|piano|guitar|violin|cello|singing|year \\d+|administration|data science|logistics|social work|catering|fashion|aviation|forestry)',
)
export const FAVOURITE = anyOf(
  'colou?r film movie book novel author writer poet poem band song album artist singer composer musician food dish meal drink tea coffee beer wine cocktail dessert cake biscuit cookie sweet chocolate ice_cream cheese fruit vegetable pizza snack cuisine restaurant café city country town place island beach season month day holiday sport team club player game video_game board_game animal bird dog_breed flower tree plant subject number letter word actor actress director painter painting show tv_show series tv_series podcast genre instrument opera musical play museum sandwich soup pasta spice herb perfume shop store comedian comic philosopher',
)
