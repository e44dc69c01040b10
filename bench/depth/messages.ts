import { seededRandom } from '../seed/random'

/** `answer` = what a correct answer contains, for questions about an earlier statement. */
export type Message = { text: string; answer?: string }

const SMALL_TALK = `Hi!
Good morning
Thanks!
haha nice
ok
Got it, thanks
I'm so tired today
Good night
See you tomorrow
How are you?
Lovely weather today
I miss my grandmother.
Perfect, thank you
lol
Hello again
That made me smile.
You're the best
ugh, Mondays
I feel a bit lonely tonight.
Great!
Cool
Yes
No worries
Happy Friday!
That's all for now
What a day
I'm really proud of myself
Sounds good
Nice one
Hey, it's me again
Thank you so much!
Sure
Bye for now
Wow
I could cry, I'm so happy`.split('\n')

/** [statement, question, value] */
const FACTS: [string, string, string][] = [
  ['My cat is called Biscuit.', 'What is my cat called?', 'Biscuit'],
  ['My dentist is Dr. Okafor.', 'Who is my dentist?', 'Okafor'],
  ['I live in Ljubljana.', 'Where do I live?', 'Ljubljana'],
  ['My sister is called Marguerite.', "What is my sister's name?", 'Marguerite'],
  ['My favourite tea is lapsang.', 'What is my favourite tea?', 'lapsang'],
  ['The code of the cellar door is 7731.', 'What is the code of the cellar door?', '7731'],
  ['My flight to Oslo leaves on 14 March.', 'When does my flight to Oslo leave?', '14 March'],
  ['I work at the Harbour Museum.', 'Where do I work?', 'Harbour Museum'],
  ['My bicycle is green.', 'What colour is my bicycle?', 'green'],
  ['Our choir rehearses on Thursdays.', 'When does our choir rehearse?', 'Thursday'],
  ['My landlord is Mr. Petrov.', 'Who is my landlord?', 'Petrov'],
  ['The budget for the kitchen is 4,200 euros.', 'What is the budget for the kitchen?', '4,200'],
  ['My brother studies botany.', 'What does my brother study?', 'botany'],
  ['My car is a Skoda.', 'What car do I have?', 'Skoda'],
  ['My piano teacher is called Ines.', 'What is my piano teacher called?', 'Ines'],
  ['I am allergic to hazelnuts.', 'What am I allergic to?', 'hazelnuts'],
  ['My boat is moored in Piran.', 'Where is my boat moored?', 'Piran'],
  [
    'The wifi password of the hut is in the blue folder.',
    'Where is the wifi password of the hut?',
    'blue folder',
  ],
  ['My birthday is on 9 June.', 'When is my birthday?', '9 June'],
  ['My neighbour plays the cello.', 'What does my neighbour play?', 'cello'],
]

const PLAIN = `What is the capital of Portugal?
Translate "good night" into French.
How many grams are in an ounce?
Name three rivers in Germany.
What does "ephemeral" mean?
Spell accommodation.
Give me a synonym for happy.
What year did the Berlin Wall fall?
Write a short haiku about snow.
Is a tomato a fruit?
Convert 10 miles to kilometres.
What's a good name for a boat?
Who wrote Middlemarch?
List the primary colours.
Shorten this: I would like to kindly ask you to send the file.`.split('\n')

const COMPLEX = `Compare buying a flat with renting one for five years, given what I told you.
Why do I always put things off until the evening, do you think?
Plan a four-day trip to Oslo with museums, a tight budget and no flights at night.
What would have happened if I had taken the job in Vienna instead?
How has my mood changed over our chats, and what might explain it?
Weigh the pros and cons of selling my car and explain which you would choose.
Design a weekly schedule that leaves time for choir, piano and the boat.
What patterns do you see in what I talk about most?
Based on everything you know about me, what should I learn next and why?
Help me decide step by step whether to move out of the city.`.split('\n')

/** 100 messages in an order that depends on the seed; a question comes after its statement. */
export function mixedMessages(seed: number): Message[] {
  const random = seededRandom(seed)
  const placed: { at: number; message: Message }[] = []
  const put = (message: Message, from = 0) => {
    const at = from + (1 - from) * random()
    placed.push({ at, message })
    return at
  }
  for (const text of [...SMALL_TALK, ...PLAIN, ...COMPLEX]) put({ text })
  for (const [statement, question, answer] of FACTS) {
    const at = put({ text: statement })
    put({ text: question, answer }, at)
  }
  return placed.sort((a, b) => a.at - b.at).map(({ message }) => message)
}
