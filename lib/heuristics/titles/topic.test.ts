import { describe, expect, it } from 'vitest'
import { titleOf } from './title'

const titles = (pairs: Record<string, string>) =>
  expect(Object.fromEntries(Object.keys(pairs).map((text) => [text, titleOf(text)]))).toEqual(pairs)

describe('a title in English names what the message is about', () => {
  it('not who told it', () =>
    titles({
      'My sister called. She wants to move the wedding to June.': 'Move the wedding to June',
      'My sister called me yesterday about the wedding in June.': 'The wedding in June',
      'My neighbour says the fence between our gardens is on his side.':
        'The fence between our gardens is on his side',
      'My boss asked me to prepare a talk about our new pricing for Friday.':
        'Prepare a talk about our new pricing for Friday',
      'My daughter told me that she wants to study marine biology in Kiel.': 'Study marine biology in Kiel',
      'My sister called.': 'My sister called',
    }))

  it('not that somebody does, has or wonders', () =>
    titles({
      'I have been thinking about selling the old boat before winter.': 'Selling the old boat before winter',
      'We are planning a trip to Norway in August with two small children.':
        'Trip to Norway in August with two small children',
      'So, I was wondering whether we should repaint the kitchen before the party.':
        'Repaint the kitchen before the party',
      'I bought a used Yamaha piano last week and two keys stick.':
        'Used Yamaha piano last week and two keys stick',
      'IT departments everywhere are short of staff.': 'IT departments everywhere are short of staff',
      'I just moved to Lisbon and I am looking for a quiet café to work in.': 'Moved to Lisbon',
      'Yesterday I met Tomas at the market and he told me his shop is closing.': 'I met Tomas at the market',
    }))

  it('not that it has a name, or what it does, in a sentence', () =>
    titles({
      'My shed is called Bramblehold and it stands at the end of the garden.': 'My shed Bramblehold',
      "My dog's name is Rex and he is three years old.": 'My dog Rex',
      'What is my shed called?': 'Name of my shed',
      'What was my parrot called before?': 'Name of my parrot',
      'The boiler makes a knocking noise at night.': 'Boiler: knocking noise at night',
      'My sister Ana lives in Porto and her birthday is on 3 May.': 'My sister Ana lives in Porto',
      'The train called at Crewe.': 'The train called at Crewe',
    }))

  it('not how it is asked', () =>
    titles({
      'How do I get red wine out of a wool carpet?': 'Get red wine out of a wool carpet',
      'Is there a way to grow tomatoes on a shady balcony?': 'Grow tomatoes on a shady balcony',
      'How long should I boil an egg for a soft yolk?': 'How long to boil an egg for a soft yolk',
      'Which laptop should I buy for video editing?': 'Which laptop to buy for video editing',
      'Is it safe to eat raw eggs while pregnant?': 'Safe to eat raw eggs while pregnant',
      'How do I get to the airport?': 'Get to the airport',
      "What's the best way to prune an old apple tree?": 'Prune an old apple tree',
      'Can you explain how photosynthesis works to a ten year old?':
        'How photosynthesis works to a ten year old',
    }))

  it('but in its own words if it asks for a fact', () =>
    titles({
      'What car do I drive?': 'What car I drive',
      'Which gym do I go to?': 'Which gym I go to',
      'How many cats do I have?': 'How many cats I have',
      'Where do we keep the spare keys?': 'Where we keep the spare keys',
      'My dentist appointment has been moved to Friday.': 'My dentist appointment has been moved to Friday',
      'The meeting has to move to June.': 'The meeting has to move to June',
    }))

  it('and is not cut in the middle of a thing', () =>
    titles({
      'There is a strange noise coming from the washing machine when it spins.':
        'Strange noise coming from the washing machine',
      'Write a Python function that merges two sorted lists.':
        'Write a Python function that merges two sorted lists',
      "I can't sleep because my upstairs neighbours play music until two.": "I can't sleep",
    }))

  it('while what is short, or in another language, stays as it is said', () =>
    titles({
      'I love it': 'I love it',
      'I am Caroline.': 'I am Caroline',
      'My boat is red.': 'My boat is red',
      'Meine Schwester hat angerufen, sie zieht nach Hamburg.': 'Meine Schwester hat angerufen',
      'Ich habe gestern über den Garten nachgedacht.': 'Ich habe gestern über den Garten nachgedacht',
    }))

  it('of everyday first messages as a person would', () =>
    titles({
      'What does my brother do now, and what is his dog called?': 'What does my brother do now',
      "I don't like coriander.": "I don't like coriander",
      'My brother Marek is a retired joiner and has a beagle called Pixel.':
        'My brother Marek is a retired joiner',
      'Can you help me write a cover letter for a nursing job in Galway?':
        'Write a cover letter for a nursing job in Galway',
      'How do I get my toddler to sleep through the night?': 'Get my toddler to sleep through the night',
      "I'm thinking of quitting my job and going back to university, but I'm scared about money.":
        'Quitting my job and going back to university',
      'What should I cook tonight with chickpeas, spinach and half a lemon?':
        'What to cook tonight with chickpeas',
      'Explain the difference between a mortgage and a remortgage in simple terms.':
        'Difference between a mortgage and a remortgage',
      'My car makes a grinding noise when I brake, is it safe to drive?':
        'Car: grinding noise when I brake, is it safe to drive',
      'Plan a three day trip to Lisbon for two people who love food.':
        'Plan a three day trip to Lisbon for two people',
      'Remind me that the boiler service is due in October.': 'The boiler service is due in October',
      'Where did I say I left the spare keys?': 'Where I left the spare keys',
      'hey, quick question: how many grams are in a cup of flour?': 'How many grams are in a cup of flour',
      'My daughter Ella starts school on Monday and I am nervous.':
        'My daughter Ella starts school on Monday',
      'Write a birthday message for my grandmother who turns 90.':
        'Write a birthday message for my grandmother who turns 90',
      "What's a good name for a black cat?": 'Good name for a black cat',
      "I have to give a presentation about climate policy on Thursday and don't know how to start.":
        'Give a presentation about climate policy on Thursday',
      'Please summarise the main arguments for and against a four-day week.':
        'Main arguments for and against a four-day week',
      'Should I buy or lease an electric car?': 'Buy or lease an electric car',
      'Our neighbour keeps parking in front of our garage, what can we do?':
        'Our neighbour keeps parking in front of our garage',
      "I've been running three times a week but my knee hurts after 5 km.":
        'Running three times a week but my knee hurts after 5 km',
      'Fix this Python error: IndexError: list index out of range': 'Fix this Python error: IndexError',
      'Do you know any easy card games for two people?': 'Easy card games for two people',
      'I am vegetarian and allergic to nuts.': 'Vegetarian and allergic to nuts',
      'Who wrote The Master and Margarita?': 'Who wrote The Master and Margarita',
      'I need a workout plan I can do at home without equipment.':
        'Workout plan I can do at home without equipment',
      'We are getting married in June next year and need a venue near Cork.':
        'Getting married in June next year and need a venue',
      'What did we decide about the kitchen tiles?': 'What did we decide about the kitchen tiles',
      'Why does my sourdough bread always come out so dense?':
        'Why does my sourdough bread always come out so dense',
    }))
})
