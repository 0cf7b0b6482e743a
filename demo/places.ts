/**
 * A zone of Northwind, with the share of stores that it gets and localities that its stores are
 * named after.
 */
export type DemoZone = {
  region: string;
  zone: string;
  state: string;
  timeZone: string;
  weight: number;
  groups: readonly string[];
  localities: readonly string[];
};

const india = "Asia/Kolkata";

export const northwindZones: readonly DemoZone[] = [
  {
    region: "West",
    zone: "Mumbai",
    state: "Maharashtra",
    timeZone: india,
    weight: 6,
    groups: ["Flagship", "High street", "Mall"],
    localities:
      "Colaba,Churchgate,Kala Ghoda,Lower Parel,Worli,Mahalaxmi,Juhu,Versova,Lokhandwala,Santacruz West,Khar West,Andheri West,Andheri East,Bandra Hill Road,Bandra Link Road,Borivali,Byculla,Chembur,Dadar East,Dadar West,Fort,Ghatkopar,Goregaon,Jogeshwari,Kandivali,Kurla,Malad,Matunga,Mulund,Powai,Sion,Thane West,Vashi,Vikhroli,Vile Parle,Wadala".split(
        ",",
      ),
  },
  {
    region: "West",
    zone: "Pune",
    state: "Maharashtra",
    timeZone: india,
    weight: 4,
    groups: ["High street", "Mall"],
    localities:
      "Camp MG Road,Hinjewadi,Koregaon Park,Aundh,Baner,Deccan Gymkhana,FC Road,Hadapsar,Kalyani Nagar,Kothrud,Magarpatta,Pimpri,Shivaji Nagar,Viman Nagar,Wakad".split(
        ",",
      ),
  },
  {
    region: "West",
    zone: "Ahmedabad",
    state: "Gujarat",
    timeZone: india,
    weight: 3,
    groups: ["High street", "Mall"],
    localities:
      "CG Road,Bopal,Law Garden,Maninagar,Navrangpura,Prahlad Nagar,Satellite,SG Highway,Thaltej,Vastrapur".split(
        ",",
      ),
  },
  {
    region: "North",
    zone: "Delhi NCR",
    state: "Delhi",
    timeZone: india,
    weight: 6,
    groups: ["High street", "Mall", "Airport"],
    localities:
      "Connaught Place,Khan Market,Lajpat Nagar,Karol Bagh,Saket,Hauz Khas,Rajouri Garden,Dwarka,Rohini,Pitampura,Vasant Kunj,Greater Kailash,Janakpuri,Noida Sector 18,Gurugram Cyber Hub,Gurugram MG Road,Ghaziabad,Faridabad,Preet Vihar,Aerocity".split(
        ",",
      ),
  },
  {
    region: "North",
    zone: "Jaipur",
    state: "Rajasthan",
    timeZone: india,
    weight: 2,
    groups: ["High street", "Mall"],
    localities:
      "MI Road,C-Scheme,Malviya Nagar,Vaishali Nagar,Raja Park,Tonk Road,Mansarovar,Bani Park".split(
        ",",
      ),
  },
  {
    region: "North",
    zone: "Chandigarh",
    state: "Chandigarh",
    timeZone: india,
    weight: 2,
    groups: ["High street", "Mall"],
    localities:
      "Sector 17,Sector 22,Sector 35,Elante,Mohali Phase 7,Panchkula Sector 9,Zirakpur,Manimajra".split(
        ",",
      ),
  },
  {
    region: "South",
    zone: "Bengaluru",
    state: "Karnataka",
    timeZone: india,
    weight: 5,
    groups: ["High street", "Mall", "Tech park"],
    localities:
      "Indiranagar,Koramangala,Jayanagar,Malleshwaram,Whitefield,Brigade Road,Commercial Street,HSR Layout,BTM Layout,Banashankari,Hebbal,Marathahalli,Electronic City,Rajajinagar,Yelahanka,Bellandur,Basavanagudi,Sadashivanagar".split(
        ",",
      ),
  },
  {
    region: "South",
    zone: "Chennai",
    state: "Tamil Nadu",
    timeZone: india,
    weight: 4,
    groups: ["High street", "Mall"],
    localities:
      "T Nagar,Anna Nagar,Adyar,Velachery,Mylapore,Nungambakkam,Egmore,Porur,Tambaram,Besant Nagar,OMR Thoraipakkam,Vadapalani,Royapettah,Chromepet".split(
        ",",
      ),
  },
  {
    region: "South",
    zone: "Hyderabad",
    state: "Telangana",
    timeZone: india,
    weight: 4,
    groups: ["High street", "Mall"],
    localities:
      "Banjara Hills,Jubilee Hills,Gachibowli,Hitec City,Madhapur,Kukatpally,Begumpet,Secunderabad,Ameerpet,Himayatnagar,Dilsukhnagar,Kondapur,Abids".split(
        ",",
      ),
  },
  {
    region: "East and overseas",
    zone: "Kolkata",
    state: "West Bengal",
    timeZone: india,
    weight: 3,
    groups: ["High street", "Mall"],
    localities:
      "Park Street,Salt Lake,New Town,Gariahat,Ballygunge,Howrah,Esplanade,Jadavpur,Behala,Dum Dum,Camac Street,Alipore".split(
        ",",
      ),
  },
  {
    region: "East and overseas",
    zone: "Dubai",
    state: "Dubai",
    timeZone: "Asia/Dubai",
    weight: 1,
    groups: ["High street", "Mall"],
    localities: "Deira,Bur Dubai,Jumeirah,Dubai Marina,Al Barsha,Karama".split(","),
  },
  {
    region: "East and overseas",
    zone: "London",
    state: "England",
    timeZone: "Europe/London",
    weight: 1,
    groups: ["High street", "Neighbourhood"],
    localities: "Southall,Wembley,Hounslow,Ealing Broadway,Harrow,Ilford".split(","),
  },
];

export const brightmartZones: readonly DemoZone[] = [
  {
    region: "Karnataka",
    zone: "Bengaluru",
    state: "Karnataka",
    timeZone: india,
    weight: 3,
    groups: ["Supermarket", "Express"],
    localities:
      "Jayanagar 4th Block,Basaveshwaranagar,Vijayanagar,JP Nagar,Frazer Town,Ulsoor,Kengeri,Nagarbhavi,Sarjapur Road,Bannerghatta Road,RT Nagar,Domlur,Hennur".split(
        ",",
      ),
  },
  {
    region: "Karnataka",
    zone: "Mysuru",
    state: "Karnataka",
    timeZone: india,
    weight: 1,
    groups: ["Supermarket"],
    localities:
      "Devaraja Urs Road,Gokulam,Kuvempunagar,Saraswathipuram,Vijayanagar 2nd Stage,Hebbal Industrial Area".split(
        ",",
      ),
  },
  {
    region: "Kerala",
    zone: "Kochi",
    state: "Kerala",
    timeZone: india,
    weight: 2,
    groups: ["Supermarket", "Express"],
    localities:
      "MG Road,Edappally,Kakkanad,Fort Kochi,Palarivattom,Vyttila,Aluva,Tripunithura".split(","),
  },
  {
    region: "Kerala",
    zone: "Kozhikode",
    state: "Kerala",
    timeZone: india,
    weight: 1,
    groups: ["Supermarket"],
    localities: "Mavoor Road,SM Street,Nadakkavu,Palayam,Thondayad,Beypore".split(","),
  },
];

export const cornerZones: readonly DemoZone[] = [
  {
    region: "Karnataka",
    zone: "Bengaluru",
    state: "Karnataka",
    timeZone: india,
    weight: 1,
    groups: ["Cafés"],
    localities:
      "Church Street,Lavelle Road,12th Main Indiranagar,5th Block Koramangala,Cunningham Road,Airport Terminal 2".split(
        ",",
      ),
  },
];
