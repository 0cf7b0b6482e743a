/** Words that the demo's invented artists, titles, albums and labels are put together from. No real artist is meant. */

export const languages = {
  Hindi: {
    first: ["Aarvi", "Kavan", "Meher", "Ruhani", "Tanish", "Zoravar", "Ishaan", "Naina", "Veer", "Saanvi"],
    second: ["Sitara", "Monsoon", "Chandni", "Darpan", "Manzil", "Parvaaz", "Sargam"],
    opening: ["Dil", "Chaand", "Baarish", "Raahein", "Khwaab", "Saawan", "Roshni", "Hawa", "Yaadein", "Subah"],
    ending: ["Ki Baat", "Ke Paar", "Mein Tum", "Ka Safar", "Se Kehna", "Ke Rang", "Wali Dhun", "Aur Main"],
    genres: ["Film pop", "Indie", "Sufi", "Ghazal"],
    labels: ["Neelam Records", "Sangeet Lane"],
  },
  English: {
    first: ["The Marigold", "Paper", "Velvet", "Northern", "Golden", "Little", "Harbour", "Silver", "Quiet", "Sunday"],
    second: ["Lanterns", "Avenue", "Tides", "Almanac", "Orchard", "Signals", "Parade"],
    opening: ["Slow", "Bright", "Summer", "Midnight", "Open", "Electric", "Gentle", "Golden", "Paper", "Wild"],
    ending: ["Morning", "Windows", "River", "Avenue", "Hearts", "Weekend", "Sky", "Letters"],
    genres: ["Pop", "Soft rock", "Indie", "R&B", "Electronic"],
    labels: ["Harbourlight", "Ninth Street Sound"],
  },
  Tamil: {
    first: ["Kayal", "Maaran", "Nila", "Ilango", "Yazhini", "Vetri"],
    second: ["Kaatru", "Alaigal", "Vaanam", "Isai", "Thendral"],
    opening: ["Kadal", "Nila", "Mazhai", "Poo", "Vaanam", "Kaadhal", "Malai", "Oviya"],
    ending: ["Paadal", "Mazhaiyil", "Kaatru", "Kanavu", "Oorvalam", "Megam", "Naal"],
    genres: ["Film pop", "Folk", "Indie"],
    labels: ["Coromandel Tracks"],
  },
  Punjabi: {
    first: ["Jovan", "Simrit", "Harnoor", "Gurtej", "Amrit"],
    second: ["Dhol", "Pind", "Lehar", "Phulkari"],
    opening: ["Jugni", "Rang", "Yaaran", "Chann", "Pind", "Mehfil", "Gidha"],
    ending: ["Da Mela", "Di Gal", "Wargi", "Naal Nach", "De Din", "Di Shaam"],
    genres: ["Bhangra", "Pop"],
    labels: ["Five Rivers Audio"],
  },
  Telugu: {
    first: ["Sahiti", "Tejas", "Vennela", "Charan"],
    second: ["Godavari", "Swaram", "Ragam"],
    opening: ["Vennela", "Godari", "Manasu", "Chinuku", "Ninge"],
    ending: ["Paata", "Theeram", "Ragam", "Velugu", "Kalalu"],
    genres: ["Film pop", "Folk"],
    labels: ["Coromandel Tracks"],
  },
  Instrumental: {
    first: ["Blue Tram", "Cedar", "Low Lamp", "Saffron", "Still Water", "Cane Chair", "Bamboo"],
    second: ["Trio", "Ensemble", "Sessions", "Quartet"],
    opening: ["Terrace", "Lotus", "Cardamom", "Verandah", "Soft", "Linen", "Amber", "Drift", "Copper", "Jasmine"],
    ending: ["Hour", "Steps", "Lounge", "Light", "Blend", "Theme", "in Blue", "at Five"],
    genres: ["Lounge", "Ambient", "Jazz", "Classical fusion"],
    labels: ["Still Room Music", "Ninth Street Sound"],
  },
} as const;

export type Language = keyof typeof languages;

export const moods = {
  1: ["Calm", "Romantic", "Nostalgic"],
  2: ["Happy", "Romantic", "Focused", "Uplifting"],
  3: ["Energetic", "Happy", "Uplifting"],
} as const;
