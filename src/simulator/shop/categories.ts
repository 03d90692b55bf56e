import type { Category } from '#contract/vendor/catalog.ts'

/** Each row is a department and its subcategories, English | Arabic. */
const departments = `
Fruit & vegetables | الفواكه والخضار: Fresh fruit | فواكه طازجة; Citrus | حمضيات; Tropical fruit | فواكه استوائية; Fresh vegetables | خضار طازجة; Herbs & leaves | أعشاب وورقيات; Potatoes, onions & garlic | بطاطا وبصل وثوم; Dates | تمور; Mushrooms | فطر; Cut & ready | مقطعة وجاهزة
Dairy & eggs | الألبان والبيض: Milk | حليب; Flavoured milk | حليب منكّه; Yoghurt & laban | لبن وعيران; Labneh & cream | لبنة وقيمر; White cheese | أجبان بيضاء; Sliced & spread cheese | أجبان شرائح وقابلة للدهن; Butter & ghee | زبدة ودهن; Eggs | بيض; Desserts & puddings | حلويات مبردة
Bakery | المخبز: Flat bread | خبز وصمون; Sliced bread | خبز توست; Rolls & buns | خبز برغر وسندويش; Pastries | معجنات; Cakes | كيك; Rusks & breadsticks | بقصم وأعواد خبز; Kleicha & maamoul | كليجة ومعمول; Gluten-free bakery | مخبوزات خالية من الغلوتين
Meat, poultry & fish | اللحوم والدواجن والأسماك: Lamb | لحم غنم; Beef | لحم بقر; Minced meat | لحم مفروم; Chicken | دجاج; Turkey | ديك رومي; Fresh fish | أسماك طازجة; Seafood | مأكولات بحرية; Sausages & cold cuts | نقانق ومرتديلا; Marinated & ready to grill | متبلة وجاهزة للشواء
Pantry | المواد الغذائية: Rice | رز; Bulgur & grains | برغل وحبوب; Pasta & noodles | معكرونة ونودلز; Beans & lentils | بقوليات; Flour & baking | طحين ومستلزمات الخبز; Sugar & sweeteners | سكر ومحليات; Cooking oil | زيوت الطبخ; Olive oil | زيت الزيتون; Tinned vegetables | خضار معلبة; Tinned fish & meat | أسماك ولحوم معلبة
Spices & sauces | البهارات والصلصات: Spices | بهارات; Salt & pepper | ملح وفلفل; Tomato paste | معجون طماطم; Ketchup & mayonnaise | كاتشب ومايونيز; Pickles & olives | مخللات وزيتون; Vinegar & molasses | خل ودبس; Tahini & halva | راشي وحلاوة; Stock & soup | مرق وشوربة
Breakfast | الفطور: Honey | عسل; Jam | مربى; Chocolate & nut spreads | كريمة الشوكولاتة والمكسرات; Cereal | حبوب الفطور; Oats | شوفان; Pancakes & syrups | بان كيك وشراب محلى; Geymar & breakfast sets | قيمر ووجبات فطور
Snacks & sweets | التسالي والحلويات: Crisps | شيبس; Nuts & seeds | مكسرات وبذور; Biscuits | بسكويت; Chocolate | شوكولاتة; Candy & gum | سكاكر وعلكة; Oriental sweets | حلويات شرقية; Popcorn | فشار; Dried fruit | فواكه مجففة; Snack bars | ألواح خفيفة
Drinks | المشروبات: Water | ماء; Sparkling water | ماء غازي; Juice | عصائر; Soft drinks | مشروبات غازية; Energy & sports drinks | مشروبات الطاقة والرياضة; Iced tea & coffee | شاي وقهوة مثلجة; Squash & cordials | شراب مركز; Malt drinks | شراب الشعير
Tea & coffee | الشاي والقهوة: Black tea | شاي أسود; Green & herbal tea | شاي أخضر وأعشاب; Ground coffee | قهوة مطحونة; Coffee beans | حبوب قهوة; Instant coffee | قهوة سريعة التحضير; Hot chocolate | شوكولاتة ساخنة; Dried lime & infusions | نومي بصرة ومنقوعات; Creamers | مبيض القهوة
Frozen | المجمدات: Ice cream | آيس كريم; Frozen vegetables | خضار مجمدة; Chips & potato | بطاطا مجمدة; Frozen chicken | دجاج مجمد; Frozen fish | أسماك مجمدة; Pizza & dough | بيتزا وعجائن; Kubba & samosas | كبة وسمبوسك; Ice | ثلج
Cleaning & laundry | التنظيف والغسيل: Laundry detergent | مساحيق غسيل; Fabric softener | منعم الأقمشة; Dishwashing | غسيل الصحون; Floor & surface cleaners | منظفات الأرضيات والأسطح; Bleach & disinfectants | قاصر ومعقمات; Bin bags | أكياس نفايات; Air fresheners | معطرات الجو; Insect control | مبيدات الحشرات; Sponges & cloths | إسفنج ومماسح
Personal care | العناية الشخصية: Soap & shower | صابون وسائل استحمام; Shampoo | شامبو; Oral care | العناية بالفم; Deodorant | مزيل العرق; Skin care | العناية بالبشرة; Shaving | الحلاقة; Tissues & paper | مناديل وورقيات; Feminine care | العناية النسائية; Perfume & bukhoor | عطور وبخور
Baby | الأطفال: Nappies | حفاضات; Baby wipes | مناديل الأطفال; Infant milk | حليب الرضع; Baby food | أغذية الأطفال; Baby bath | استحمام الأطفال; Bottles & soothers | رضاعات ولهايات; Toys | ألعاب
Home & kitchen | المنزل والمطبخ: Foil & wrap | ألمنيوم ونايلون; Disposable tableware | أدوات مائدة للاستعمال مرة واحدة; Glasses & cups | أكواب واستكانات; Pots & pans | قدور ومقالي; Food storage | حفظ الطعام; Light bulbs | مصابيح; Batteries & cables | بطاريات وأسلاك; Charcoal & lighters | فحم وولاعات; Stationery | قرطاسية
Digital | المنتجات الرقمية: Phone top-ups | تعبئة رصيد الهاتف; Internet packages | باقات الإنترنت; Game credit | رصيد الألعاب; Gift cards | بطاقات هدايا; Streaming | اشتراكات المشاهدة; Software | برامج; Electricity & bills | الكهرباء والفواتير
`

function named(names: string) {
  const [en = '', ar = ''] = names.split(' | ')
  return { ar, en }
}

// A real list has the order of entry: every other department was added after its subcategories.
const rows = departments
  .trim()
  .split('\n')
  .flatMap((line, index): Category[] => {
    const [own = '', subcategories = ''] = line.split(': ')
    const department = { id: (index + 1) * 100, name: named(own) }
    const children = subcategories.split('; ').map((each, place): Category => ({
      id: department.id + place + 1,
      name: named(each),
      parent: department,
    }))
    return index % 2 === 0 ? [department, ...children] : [...children, department]
  })

// Its department was deleted.
const orphan: Category = {
  id: 9901,
  name: { ar: 'عروض رمضان', en: 'Ramadan offers' },
  parent: { id: 9900, name: { ar: 'المواسم', en: 'Seasonal' } },
}

/** The shop's categories in two levels: some before their parent, one without it. */
export const categories: readonly Category[] = [...rows, orphan]
