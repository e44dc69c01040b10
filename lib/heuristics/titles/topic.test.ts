import { describe, expect, it } from 'vitest'
import { titleOf } from './title'

const titles = (pairs: Record<string, string>) =>
  expect(Object.fromEntries(Object.keys(pairs).map((text) => [text, titleOf(text)]))).toEqual(pairs)

describe('a title in English names what the message is about', () => {
  it('not who told it', () =>
    titles({
      'My sister called. She wants to move the wedding to June.': 'Move the wedding to June',
      'My sister called me yesterday about the wedding in June.': 'The wedding in June',
      'My neighbour says the fence between our gardens is on his side.': 'The fence between our gardens',
      'My boss asked me to prepare a talk about our new pricing for Friday.':
        'Prepare talk about our new pricing',
      'My daughter told me that she wants to study marine biology in Kiel.': 'Study marine biology in Kiel',
      'My sister called.': 'My sister called',
    }))

  it('not that somebody does, has or wonders', () =>
    titles({
      'I have been thinking about selling the old boat before winter.': 'Selling the old boat before winter',
      'We are planning a trip to Norway in August with two small children.': 'Trip to Norway in August',
      'So, I was wondering whether we should repaint the kitchen before the party.':
        'Repaint the kitchen before the party',
      'I bought a used Yamaha piano last week and two keys stick.': 'Used Yamaha piano last week',
      'IT departments everywhere are short of staff.': 'IT departments everywhere are short',
      'I just moved to Lisbon and I am looking for a quiet café to work in.': 'Moved to Lisbon',
      'Yesterday I met Tomas at the market and he told me his shop is closing.': 'Met Tomas at the market',
    }))

  it('not that it has a name, or what it does, in a sentence', () =>
    titles({
      'My shed is called Bramblehold and it stands at the end of the garden.': 'Shed Bramblehold',
      "My dog's name is Rex and he is three years old.": 'Dog Rex',
      'What is my shed called?': 'Name of my shed',
      'The boiler makes a knocking noise at night.': 'Boiler: knocking noise at night',
      'My sister Ana lives in Porto and her birthday is on 3 May.': 'My sister Ana lives in Porto',
      'The train called at Crewe.': 'The train called at Crewe',
    }))

  it('not how it is asked', () =>
    titles({
      'How do I get red wine out of a wool carpet?': 'Red wine out of wool carpet',
      'Is there a way to grow tomatoes on a shady balcony?': 'Grow tomatoes on a shady balcony',
      'How long should I boil an egg for a soft yolk?': 'How long to boil an egg',
      'Which laptop should I buy for video editing?': 'Which laptop to buy',
      'Is it safe to eat raw eggs while pregnant?': 'Safe to eat raw eggs',
      'How do I get to the airport?': 'Get to the airport',
      "What's the best way to prune an old apple tree?": 'Prune an old apple tree',
      'Can you explain how photosynthesis works to a ten year old?': 'How photosynthesis works',
    }))

  it('but in its own words if it asks for a fact', () =>
    titles({
      'What car do I drive?': 'What car I drive',
      'Which gym do I go to?': 'Which gym I go to',
      'How many cats do I have?': 'How many cats I have',
      'Where do we keep the spare keys?': 'Where we keep the spare keys',
      'My dentist appointment has been moved to Friday.': 'My dentist appointment has been moved',
      'The meeting has to move to June.': 'The meeting has to move',
    }))

  it('and is not cut in the middle of a thing', () =>
    titles({
      'There is a strange noise coming from the washing machine when it spins.':
        'Strange noise coming from washing machine',
      'Write a Python function that merges two sorted lists.': 'Write a Python function',
      "I can't sleep because my upstairs neighbours play music until two.":
        "Can't sleep because my upstairs neighbours",
    }))

  it('while what is short, or in another language, stays as it is said', () =>
    titles({
      'I love it': 'I love it',
      'I am Caroline.': 'I am Caroline',
      'My boat is red.': 'My boat is red',
      'Meine Schwester hat angerufen, sie zieht nach Hamburg.': 'Meine Schwester hat angerufen',
      'Ich habe gestern über den Garten nachgedacht.': 'Ich habe gestern über den Garten',
    }))
})
