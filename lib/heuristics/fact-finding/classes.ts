import { anyOf, endsIn, endsInOneOf, isLanguage, isOneOf } from './vocabulary'

/** Closed classes of what a predicate may be said of. A phrase outside its class gives no fact. */

/** What one lives in, where no name says it. */
export const DWELLING = endsInOneOf(
  'house flat apartment studio cottage bungalow farmhouse farm village town city suburbs? countryside mountains island desert forest caravan campervan van houseboat narrowboat boat yurt cabin convent monastery dorm dormitory hostel basement attic loft shared_flat care_home nursing_home mobile_home tiny_house terrace duplex maisonette coast seaside hamlet block_of_flats tower_block student_halls halls commune outskirts room place valley',
)
/** Where one works, where no name says it. */
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
/** Where one works, if not in a town. */
export const SECTOR = endsInOneOf(
  'sales marketing it finance insurance hr logistics advertising construction real_estate retail banking publishing education tech healthcare health_care hospitality catering farming media pr public_relations law security software research recruitment recruiting procurement manufacturing production fashion fintech biotech television tv radio film music tourism transport aviation shipping mining forestry agriculture social_work social_care childcare customer_(?:service|support|care) support administration accounting accounts payroll audit compliance development operations engineering design e-commerce gastronomy energy telecoms pharma cyber_?security politics policy government the_civil_service diplomacy palliative_care intensive_care a&e radiology oncology paediatrics pediatrics geriatrics dermatology',
)
/** What is studied or taught. */
export const isSubject = (phrase: string) => SUBJECT.test(phrase) || isLanguage(phrase)
const SUBJECT = endsIn(
  '(?:\\p{L}{2,}(?:olog|ograph|onom|istr|osoph|metr|atr|onaut)(?:y|ics)|\\p{L}+(?:ematics|ysics|istics|ronics|etics|amics|obotics|litics|hanics|nomics|ermatics)|maths?|physics|\\p{L}*engineering|nursing|accounting|marketing|programming|computing|teaching|acting|painting|drawing|sculpture|architecture|literature|agriculture|horticulture|viticulture|medicine|law|art|arts|fine arts?|music|dance|drama|theatre|film|history|classics|science|sciences|studies|management|finance|business|journalism|education|design|theology|languages?|pharmacy|dentistry|midwifery|psychology|translation|animation|yoga|pilates|ballet|judo|karate|dancing|swimming|skiing|riding|sailing|climbing|surfing|cooking|baking|singing|writing|knitting|coding|pottery|ceramics|pe|p\\.?e\\.?|religion|ethics|politics|statistics|piano|guitar|violin|cello|singing|year \\d+|administration|data science|logistics|social work|catering|fashion|aviation|forestry)',
)
/** What a person has one favourite of. */
export const FAVOURITE = anyOf(
  'colou?r film movie book novel author writer poet poem band song album artist singer composer musician food dish meal drink tea coffee beer wine cocktail dessert cake biscuit cookie sweet chocolate ice_cream cheese fruit vegetable pizza snack cuisine restaurant café city country town place island beach season month day holiday sport team club player game video_game board_game animal bird dog_breed flower tree plant subject number letter word actor actress director painter painting show tv_show series tv_series podcast genre instrument opera musical play museum sandwich soup pasta spice herb perfume shop store comedian comic philosopher',
)
