/** Every text the spec gives word for word (sections 2, 5 and 8), and ours that stand in more than one place. */
export const messages = {
  password:
    "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.",
  passwordMismatch: "passwordMismatch",
  email: "Invalid Email id",
  commEmail: "Invalid Communication Email id",
  billingRate: "Invalid Billing rate. It should be upto 2 decimal only.",
  code: "Only alphabets, numbers and special character (),-,. are allowed.",
  gstNo: "GSTIN number is invalid",
  panNo: "PAN number is invalid",
  companyWebsite: "Enter a valid URL",
  username: "Whitespaces are not allowed",
  required: "This field is required",
  printable: "Control characters are not allowed.",
  offline: "No Internet connection.Check your internet connection or refresh the page",
  unreachable: "Problem while connecting to Server.Please try again",
  serverError: "Something went wrong.Our technical team will fix it soon.",
  sessionExpired: "Session expired, Please login again",
  decryptFailed: "Value could not be decrypted",
  encryptFailed: "Value can not be encrypted",
  selectCompany: "Please select Company to download csv report",
  showReport: "Please click on Show Report to see data",
  noList: "No List Found",
  noData: "No Data Found",
  daysAllowed: (days: number) => `Only ${days} days are allowed to download`,
  wrongCredentials: "The username or the password is wrong.",
  wrongPassword: "This is not your current password.",
  passwordsDiffer: "The two passwords are not the same.",
  tokenOver: "This link is too old or was used before. Ask for a new one.",
  tempTokenValid: "This Temp Token is valid",
  invalidToken: "Invalid Token",
  recoveryMailed: "If there is an account with this username, a mail with a link is on its way to its address.",
  notAllowed: "You are not allowed to do this.",
  notFound: "There is no such item, or it is not yours to see.",
} as const;

/** How long a snack bar stays, in milliseconds (spec section 9). */
export const snackDurations = { plain: 3000, success: 3000, error: 5000, session: 10000 } as const;
