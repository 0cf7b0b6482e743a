/**
 * Words that the demo's invented artists, titles, albums and labels are put together from. No real
 * artist is meant.
 */

const words = (text: string) => text.split(", ");

export const languages = {
  Hindi: {
    first: words(
      "Aarvi, Kavan, Meher, Ruhani, Tanish, Zoravar, Ishaan, Naina, Veer, Saanvi, Advik, Parul, Rehan, Tara, Vihaan, Mitali",
    ),
    second: words("Sitara, Monsoon, Chandni, Darpan, Manzil, Parvaaz, Sargam, Raahi, Mehta-Rao"),
    opening: words(
      "Dil, Chaand, Baarish, Raahein, Khwaab, Saawan, Roshni, Hawa, Yaadein, Subah, Shaam, Ishq, Tara, Manzil, Dhoop, Lehrein, Sapne, Kinara, Tasveer, Baatein, Chehra, Aasmaan, Sandhya, Kaagaz, Paheli, Dhadkan, Jugnu, Mausam, Barkha, Umeed, Khushboo, Lamhe",
    ),
    ending: words(
      "Ki Baat, Ke Paar, Mein Tum, Ka Safar, Se Kehna, Ke Rang, Wali Dhun, Aur Main, Ki Chhaon, Ke Sang, Mein Kho Gaye, Ka Geet, Phir Aaye, Tere Bina, Ki Gali, Ka Rasta, Mein Bheege, Ki Dor, Tujhse Mile, Ke Pal, Ka Jaadu, Se Aage, Ho Gaya, Yun Hi",
    ),
    genres: words("Film pop, Indie, Sufi, Ghazal, Devotional, Hip-Hop"),
    labels: words("Neelam Records, Sangeet Lane, Kala Ghoda Music"),
  },
  English: {
    first: words(
      "The Marigold, Paper, Velvet, Northern, Golden, Little, Harbour, Silver, Quiet, Sunday, Juniper, Corner Shop, Glass, Wandering",
    ),
    second: words("Lanterns, Avenue, Tides, Almanac, Orchard, Signals, Parade, Weathervane, Kites"),
    opening: words(
      "Slow, Bright, Summer, Midnight, Open, Electric, Gentle, Golden, Paper, Wild, Second, Hollow, Borrowed, Evergreen, Sideways, Faraway, Neon, Tender, Velvet, Rainy, Lonely, Distant, Scarlet, Endless, Broken, Lucky, Northern, Crooked",
    ),
    ending: words(
      "Morning, Windows, River, Avenue, Hearts, Weekend, Sky, Letters, Highway, Fireflies, Lullaby, Signal, Garden, Promises, Radio, Station, Shoreline, Postcards, Daylight, Carousel, Echoes, Machines, Horizon, Staircase",
    ),
    genres: words("Pop, Soft rock, Indie, R&B, Electronic, Hip-Hop, Country"),
    labels: words("Harbourlight, Ninth Street Sound, Tin Roof Recordings"),
  },
  Tamil: {
    first: words("Kayal, Maaran, Nila, Ilango, Yazhini, Vetri, Kavin, Thamarai, Anbu, Malar"),
    second: words("Kaatru, Alaigal, Vaanam, Isai, Thendral, Selvan"),
    opening: words(
      "Kadal, Nila, Mazhai, Poo, Vaanam, Kaadhal, Malai, Oviya, Thendral, Minnal, Kuyil, Anbe, Kanne, Veyil, Roja, Vaasal, Thoongum, Sirakugal, Marudhani, Iravu",
    ),
    ending: words(
      "Paadal, Mazhaiyil, Kaatru, Kanavu, Oorvalam, Megam, Naal, Oonjal, Vizhigal, Payanam, Ninaivu, Thaalaattu, Yaaro, Pesum, Varuvaai, Sangeetham",
    ),
    genres: words("Film pop, Folk, Indie, Carnatic"),
    labels: words("Coromandel Tracks, Marina Beach Audio"),
  },
  Punjabi: {
    first: words("Jovan, Simrit, Harnoor, Gurtej, Amrit, Jasleen, Navraj, Kirat"),
    second: words("Dhol, Pind, Lehar, Phulkari, Sandhu-Vale"),
    opening: words(
      "Jugni, Rang, Yaaran, Chann, Pind, Mehfil, Gidha, Heer, Saunh, Tappe, Kudi, Dhol, Boliyan, Chunni, Khet, Lohri, Saawan, Mitti",
    ),
    ending: words(
      "Da Mela, Di Gal, Wargi, Naal Nach, De Din, Di Shaam, Da Raja, Te Main, Vajda, Di Rut, Lai Ja, Da Chann, Naal Turiye, Da Geet, Di Yaad, Ho Gaya",
    ),
    genres: words("Bhangra, Pop, Hip-Hop, Folk"),
    labels: words("Five Rivers Audio, Sarson Sound"),
  },
  Telugu: {
    first: words("Sahiti, Tejas, Vennela, Charan, Lasya, Nandu, Keerthi"),
    second: words("Godavari, Swaram, Ragam, Chaitra"),
    opening: words(
      "Vennela, Godari, Manasu, Chinuku, Ninge, Pilla, Kala, Sirimalle, Andala, Chilaka, Gundello, Nadi, Swapna, Akasam, Pournami",
    ),
    ending: words(
      "Paata, Theeram, Ragam, Velugu, Kalalu, Vaana, Prema, Oosulu, Ninnu, Gaali, Geetam, Chirunavvu, Jallu",
    ),
    genres: words("Film pop, Folk, Devotional"),
    labels: words("Coromandel Tracks, Charminar Beats"),
  },
  Malayalam: {
    first: words("Anju, Devan, Neelima, Rishi, Tara, Unni"),
    second: words("Kaayal, Thumpa, Meghamala, Ponnil"),
    opening: words(
      "Mazha, Kaayal, Thumbi, Nilaavu, Ormakal, Poove, Kaattu, Manju, Sandhya, Venal, Tharakam, Puzha",
    ),
    ending: words(
      "Paattu, Theerathu, Mounam, Thulli, Vazhiye, Raavil, Pole, Swapnam, Ormayil, Mazhayil, Ee Vazhi",
    ),
    genres: words("Film pop, Folk, Indie"),
    labels: words("Backwater Records"),
  },
  Kannada: {
    first: words("Bhuvan, Chaya, Pramila, Samarth, Ranga"),
    second: words("Kaveri, Hosa Gaana, Sampige, Minchu"),
    opening: words("Male, Hoova, Nanna, Belaku, Mugilu, Kanasu, Hakki, Tangaali, Hejje, Chukki"),
    ending: words("Haadu, Hani, Dinchari, Mathu, Rangu, Jothe, Nenapu, Kathe, Preethi"),
    genres: words("Film pop, Folk, Carnatic"),
    labels: words("Cubbon Park Music"),
  },
  Marathi: {
    first: words("Ovi, Shantanu, Gauri, Mihir, Revati"),
    second: words("Deccan, Paus, Kokan, Vara"),
    opening: words("Paus, Sanj, Vaat, Man, Dhag, Chandan, Paule, Rimjhim, Naate, Kshitij"),
    ending: words(
      "Gaane, Chi Vaat, Sobat, Tuzya Sathi, Vara, Che Rang, Aathvan, Chi Goshta, Majhe",
    ),
    genres: words("Film pop, Folk, Devotional"),
    labels: words("Sahyadri Sound"),
  },
  Bengali: {
    first: words("Mishti, Arko, Shreela, Tiyash, Ranjan"),
    second: words("Nodi, Megh, Shiuli, Ektara"),
    opening: words("Megh, Brishti, Nodi, Akash, Bhor, Chithi, Kolahol, Sharat, Jochhona, Alo"),
    ending: words(
      "Gaan, Er Dupur, Tumi Ami, Chhaya, Ghare Phera, Shur, Diner Golpo, Pakhi, Bhalobasha",
    ),
    genres: words("Indie, Folk, Film pop"),
    labels: words("Hooghly Records"),
  },
  Instrumental: {
    first: words("Blue Tram, Cedar, Low Lamp, Saffron, Still Water, Cane Chair, Bamboo"),
    second: words("Trio, Ensemble, Sessions, Quartet"),
    opening: words(
      "Terrace, Lotus, Cardamom, Verandah, Soft, Linen, Amber, Drift, Copper, Jasmine, Teak, Harbour, Lantern, Cotton, Mosaic, Willow, Marble, Sandalwood, Paper, Hazel",
    ),
    ending: words(
      "Hour, Steps, Lounge, Light, Blend, Theme, in Blue, at Five, Sketch, Walk, Window, Interlude, Waltz, Shade, Quarter, Passage",
    ),
    genres: words("Lounge, Ambient, Jazz, Classical fusion, Lo-fi, Electronic"),
    labels: words("Still Room Music, Ninth Street Sound"),
  },
} as const;

export type Language = keyof typeof languages;

/** Names of songwriters, for artists that are bands. */
export const writers = {
  first: words("Edith, Rowan, Clement, Ada, Felix, Imogen, Walter, Nell, Jonas, Beatrix"),
  second: words(
    "Ashcombe, Lindqvist-Rao, Farrow, Pennington, Okafor-Lane, Vance, Dasgupta-Hill, Moreau",
  ),
} as const;
