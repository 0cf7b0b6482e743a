/**
 * Every text that the spec gives word for word (sections 2, 5 and 8), and our own that are used in
 * more than one place.
 */
export const messages = {
  password:
    "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.",
  passwordMismatch: "passwordMismatch",
  email: "Invalid Email id",
  commEmail: "Invalid Communication Email id",
  billingRate: "Invalid Billing rate. It should be upto 2 decimal only.",
  code: "Only alphabets, numbers and special character (),-,. are allowed.",
  personName: "Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.",
  fullName: "Use letters, digits, spaces, _ and . only: no hyphens or apostrophes.",
  gstNo: "GSTIN number is invalid",
  panNo: "PAN number is invalid",
  companyWebsite: "Enter a valid URL",
  username: "Whitespaces are not allowed",
  usernameSigns:
    "Use letters from A to Z, digits and signs such as . _ - and @, with at least one letter or digit.",
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
  usersUpdated: "Users updated successfully",
  usersUpdateFailed: "Users update failed",
  userNotFound: "User not found",
  usersFetchFailed: "Some error occured while fetching users",
  unassignUsers: (kind: string) => `Please unassign users from the ${kind}`,
  assignUsers: (kind: string) => `Please assign users to the ${kind}`,
  noList: "No List Found",
  noData: "No Data Found",
  daysAllowed: (days: number) => `Only ${days} days are allowed to download`,
  wrongCredentials: "The username or the password is wrong.",
  wrongPassword: "This is not your current password.",
  wrongCode: "This code is wrong, has expired or was already used.",
  wrongPasskey: "This passkey was not accepted. Try again, or use a code.",
  passkeyOver: "Adding this passkey took too long or was already finished. Begin again.",
  signInOver: "This sign-in took too long or was already used. Please sign in again.",
  enrolForTokens:
    "Your company requires two-step sign-in. The user of this API token has to set it up first.",
  enrolFirst: "Your company requires two-step sign-in. Set it up first.",
  passwordsDiffer: "The two passwords are not the same.",
  tokenOver: "This link has expired or was already used. Ask for a new one.",
  notSetUp: "This server is not set up yet. Please try again later.",
  tempTokenValid: "This Temp Token is valid",
  invalidToken: "Invalid Token",
  ownAccount: "This is your own account. Change it on your Account page.",
  recoveryMailed:
    "If there is an account with this username, we have emailed a link to its address.",
  signInLinkMailed:
    "If there is an account with this username, we have emailed a sign-in link to its address.",
  fileTooLarge: "Uploaded File size is too large.",
  fileDimensions: "Uploaded file is not as per the required dimensions",
  fileType: "Invalid file type.",
  oneFile: "Choose one file only.",
  tooManyFiles: "Only 5 files can be uploaded at a time.",
  notAllowed: "You are not allowed to do this.",
  notFound: "There is no such item, or you are not allowed to see it.",
  accountDeactivated: "Your account has been deactivated.",
  companyDeactivated: "Your company has been deactivated.",
  oneLocation: "Choose one location: a region, a zone, a group or a store.",
  invalidIds: "These IDs are not valid.",
  licenceEndsFirst: "The licence ends before it begins.",
} as const;

/** Milliseconds that a snack bar stays (spec section 9). */
export const snackDurations = { plain: 3000, success: 3000, error: 5000, session: 10000 } as const;
